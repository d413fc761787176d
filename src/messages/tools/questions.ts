import { josa } from '../../std/korean/grammar/particles.ts'
import type { Language } from '../language.ts'
import { scopeWords, subjectOf, toolLine, toolTitle } from './tool-words.ts'

/** What a call would do, as a question to the person. `subject` is what it is done to. */
type Questions = Record<string, (subject: string) => string>

const quoted = (subject: string) => `‘${subject}’`

const ko: Questions = {
  create_file: (path) => `${quoted(path)} 파일을 새로 만들까요?`,
  replace_file: (path) => `${quoted(path)} 파일을 새 내용으로 바꿀까요?`,
  write_file: (path) => `${quoted(path)} 파일을 저장할까요?`,
  edit_file: (path) => `${quoted(path)} 파일을 고칠까요?`,
  move_file: (path) => `${josa(quoted(path), '을/를')} 옮길까요?`,
  delete_file: (path) => `${josa(quoted(path), '을/를')} 지울까요?`,
  shell: (command) => `이 명령을 실행할까요?  ${command}`,
  python_repl: () => '이 파이썬 코드를 실행할까요?',
  git_commit: (message) => `이렇게 커밋할까요?  ${message}`,
  fetch_url: (url) => `이 주소를 읽어 올까요?  ${url}`,
  open_url: (url) => `이 주소를 브라우저에서 열까요?  ${url}`,
  update_memory: (line) => `${josa(quoted(line), '이라는/라는')} 기억을 바꿀까요?`,
  print_image: (path) => `${josa(quoted(path), '을/를')} 보여줄까요?`,
  telegram_send_file: (path) => `${josa(quoted(path), '을/를')} 텔레그램으로 보낼까요?`,
  telegram_send_message: (text) => `텔레그램으로 이렇게 보낼까요?  ${text}`,
}

const en: Questions = {
  create_file: (path) => `Make the new file ‘${path}’?`,
  replace_file: (path) => `Replace all of the file ‘${path}’?`,
  write_file: (path) => `Save the file ‘${path}’?`,
  edit_file: (path) => `Edit the file ‘${path}’?`,
  move_file: (path) => `Move ‘${path}’?`,
  delete_file: (path) => `Delete ‘${path}’?`,
  shell: (command) => `Run this command?  ${command}`,
  python_repl: () => 'Run this Python code?',
  git_commit: (message) => `Commit like this?  ${message}`,
  fetch_url: (url) => `Read this address?  ${url}`,
  open_url: (url) => `Open this address in the browser?  ${url}`,
  update_memory: (line) => `Change what is remembered as ‘${line}’?`,
  print_image: (path) => `Show ‘${path}’?`,
  telegram_send_file: (path) => `Send ‘${path}’ by Telegram?`,
  telegram_send_message: (text) => `Send this by Telegram?  ${text}`,
}

/** What a question is asked about. */
interface ToolCallShown {
  tool: string
  title?: string
  args: Record<string, unknown>
  risk?: string
}

/**
 * To write a file that is not there yet is of low risk, to replace one of medium (write_file's own judgement); else
 * it is not known which.
 */
const writing: Readonly<Record<string, string>> = { low: 'create_file', medium: 'replace_file' }

/** Characters; a longer subject is shown whole below the question. */
const longestSubject = 80

/** The question of an approval in words of the person. `show` makes what is hidden in foreign text visible. */
export function toolQuestion(
  language: Language,
  { tool, title, args, risk }: ToolCallShown,
  show: (text: string) => string,
): string {
  const name = (tool === 'write_file' && writing[risk ?? '']) || tool
  const ask = Object.hasOwn({ ko, en }[language], name) ? { ko, en }[language][name] : undefined
  const subject = subjectOf(args)
  if (!ask || subject === undefined) return permissionQuestion[language](show(toolTitle(tool, language, title)))
  const line = show(subject).replaceAll('\n', ' ')
  return ask(line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line)
}

/** The question about a tool that has none of its own. */
export const permissionQuestion: Record<Language, (title: string) => string> = {
  ko: (title) => `이 일을 해도 될까요?  ${title}`,
  en: (title) => `May I do this?  ${title}`,
}

/** A tool in words of the person: its title, a call in one line, the question whether it may, the reach of a yes. */
export const toolQuestionMessages = (language: Language) => ({
  title: (name: string, title?: string) => toolTitle(name, language, title),
  line: (tool: Parameters<typeof toolLine>[0], args: ToolCallShown['args']) => toolLine(tool, args, language),
  question: (ask: ToolCallShown, show: (text: string) => string) => toolQuestion(language, ask, show),
  scope: (scope: string, tool: Parameters<typeof toolLine>[0]) => scopeWords(scope, tool, language),
})
