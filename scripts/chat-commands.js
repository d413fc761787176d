// The commands of the chat in the READMEs and the manual, made from the list that the program reads: `node
// scripts/chat-commands.js`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tuiMessages } from '../src/messages/surfaces/tui.ts'
import { commands as slashCommands } from '../src/ui/tui/commands/command-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Row by row, in the order of `/help`. */
const table = (head, { commands }) =>
  [
    `| ${head.join(' | ')} |`,
    '|---|---|',
    ...slashCommands.map(({ name }) => `| \`/${name}\` | ${commands[name]} |`),
    '',
  ].join('\n')
const manual = ({ commands }, end) => [
  `.\\" commands: made by scripts/chat-commands.js\n${slashCommands.map(({ name }) => `.It Ic /${name}\n${commands[name]}${end}\n`).join('')}`,
  '.\\" /commands',
]

const marked = (text) => [`<!-- commands: made by scripts/chat-commands.js -->\n${text}`, '<!-- /commands -->']
const pages = {
  'README.ko.md': marked(table(['대화 화면에서', '하는 일'], tuiMessages.ko)),
  'README.md': marked(table(['in the chat', 'what it does'], tuiMessages.en)),
  'man/assistant.1': manual(tuiMessages.en, '.'),
  'man/ko/man1/assistant.1': manual(tuiMessages.ko, '.'),
}
export const files = Object.keys(pages)

/** A page with the commands as they are now. */
export function withCommands(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const [made, end] = pages[file]
  const [from, to] = [text.indexOf(made.slice(0, made.indexOf('\n') + 1)), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no place for the commands of the chat`)
  return text.slice(0, from) + made + text.slice(to)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of files) writeFileSync(join(root, file), withCommands(file))
}
