// The transcripts in the READMEs, made by running what they show: `node scripts/transcript.js` writes them into the files.
// The offline engine answers, on a fixed day, in a home of its own: the same input gives the same output on every machine.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a person types, in order; a later line may rely on an earlier one. */
const typed = {
  'README.ko.md': [
    'assistant "12만 5천원의 17%는 얼마야?"',
    'assistant "오늘부터 크리스마스까지 며칠 남았어?"',
    'assistant "내 생일은 3월 14일이라고 기억해줘"',
    'assistant "내 생일이 언제라고 했지?"',
    'echo "3*(2+4)는?" | assistant -p',
  ],
  'README.md': [
    'assistant "What is 17% of 125,000?"',
    'assistant "What day is it the day after tomorrow?"',
    'assistant "12만 5천원의 17%는 얼마야?"',
    'echo "3*(2+4)" | assistant -p --output-format json | jq -r .text',
  ],
}

const begin = '<!-- transcript: made by scripts/transcript.js -->\n```console\n'
const end = '```\n<!-- /transcript -->'

/** Runs the lines of a README and shows them as a terminal would: stdout and stderr as they come. */
function transcript(file) {
  const home = mkdtempSync(join(tmpdir(), 'assistant-transcript-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ASSISTANT_HOME: home,
    ASSISTANT_LANG: file === 'README.md' ? 'en' : 'ko',
    ASSISTANT_NOW: '2026-11-21T10:00:00+09:00',
    ASSISTANT_PROVIDER: 'offline',
    TZ: 'Asia/Seoul',
    NODE: process.execPath,
  }
  const run = (line) =>
    execFileSync('bash', ['--norc', '-c', `assistant() { "$NODE" bin/assistant.js "$@"; }; exec 2>&1; ${line}`], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  try {
    return typed[file].map((line) => `$ ${line}\n${run(line)}`).join('')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** A README with its transcript as the program gives it now. */
export function withTranscript(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no place for a transcript`)
  return text.slice(0, from + begin.length) + transcript(file) + text.slice(to)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of Object.keys(typed)) writeFileSync(join(root, file), withTranscript(file))
}
