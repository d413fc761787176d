// The transcripts in the READMEs and in docs/serve.md, made by running what they show: `node scripts/transcript.js` writes them into the
// files. The offline engine answers, on a fixed day, in a home of its own: the same input gives the same output on
// every machine.
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

/** What another program asks over HTTP, once the server listens; `$TOKEN` is the one that it has just shown. */
const asked = {
  'docs/ko/serve.md': [
    'assistant serve token grant default transfer',
    `curl -sN localhost:8787/v1/agent/chat/stream -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"3*(2+4)는?"}'`,
    `curl -s localhost:8787/v1/agent/chat -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"엄마한테 만원 보내줘"}'`,
    `curl -s localhost:8787/v1/agent/chat -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"취소"}' | jq -r .interaction.message`,
    'curl -s localhost:8787/health',
  ],
  'docs/serve.md': [
    'assistant serve token grant default transfer',
    `curl -sN localhost:8787/v1/agent/chat/stream -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"3*(2+4)"}'`,
    `curl -s localhost:8787/v1/agent/chat -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"엄마한테 만원 보내줘"}'`,
    `curl -s localhost:8787/v1/agent/chat -H "Authorization: Bearer $TOKEN" -d '{"session_id":"s1","message":"cancel"}' | jq -r .interaction.message`,
    'curl -s localhost:8787/health',
  ],
}

const [begin, beginServe] = ['transcript', 'transcript of serve'].map(
  (what) => `<!-- ${what}: made by scripts/transcript.js -->\n\`\`\`console\n`,
)
const end = '```\n<!-- /transcript -->'

const prelude = 'assistant() { "$NODE" bin/assistant.js "$@"; }; exec 2>&1;'

/** Lines that share a server. Its port is any free one and its token a new one each time: they are shown as 8787 and ast_….
 * The log is there before anybody looks into it: a server that begins slowly is waited for without a word. */
const serving = (lines) => `
  : > "$HOME/serve.log"
  "$NODE" bin/assistant.js serve --port 0 > "$HOME/serve.log" 2>&1 &
  server=$!
  trap 'kill $server; wait $server' EXIT
  until grep -q 'http://' "$HOME/serve.log"; do kill -0 $server || exit 1; sleep 0.1; done
  PORT=$(grep -o '127.0.0.1:[0-9]*' "$HOME/serve.log" | cut -d: -f2)
  TOKEN=$(grep -o 'ast_[A-Za-z0-9_-]*' "$HOME/serve.log")
  hide() { sed -e "s|$TOKEN|ast_…|g" -e "s|:$PORT|:8787|g" -e "s|$HOME/|~/|g"; }
  printf '$ assistant serve &\\n'; hide < "$HOME/serve.log"; printf '$ TOKEN=ast_…\\n'
  ask() { printf '$ %s\\n' "$1"; eval "\${1//localhost:8787/localhost:$PORT}" | hide; }
  ${lines.map((line) => `ask ${quoted(line)}`).join('\n  ')}`

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs what `use` wants run in a home of its own: stdout and stderr as a terminal would show them. */
function inHome(file, use) {
  const home = mkdtempSync(join(tmpdir(), 'assistant-transcript-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ASSISTANT_HOME: home,
    ASSISTANT_LANG: file === 'README.md' || file === 'docs/serve.md' ? 'en' : 'ko',
    ASSISTANT_NOW: '2026-11-21T10:00:00+09:00',
    ASSISTANT_PROVIDER: 'offline',
    TZ: 'Asia/Seoul',
    NODE: process.execPath,
  }
  const run = (line) =>
    execFileSync('bash', ['--norc', '-c', `${prelude} ${line}`], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  try {
    return use(run)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Every file that shows what the program says. */
export const transcripts = [...Object.keys(typed), ...Object.keys(asked)]

/** A file with its transcript as the program gives it now. */
export function withTranscript(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = typed[file]
  if (!lines)
    return put(
      file,
      text,
      beginServe,
      inHome(file, (run) => run(serving(asked[file]))),
    )
  return put(
    file,
    text,
    begin,
    inHome(file, (run) => lines.map((line) => `$ ${line}\n${run(line)}`).join('')),
  )
}

function put(file, text, mark, transcript) {
  const from = text.indexOf(mark) + mark.length
  const to = text.indexOf(end, from)
  if (from < mark.length || to < 0) throw new Error(`${file} has no place for: ${mark}`)
  return text.slice(0, from) + transcript + text.slice(to)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of transcripts) writeFileSync(join(root, file), withTranscript(file))
}
