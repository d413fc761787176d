import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { createAssistant } from '../../src/app/create-assistant.ts'
import { followSync } from '../../src/app/sync/follow-sync.ts'
import { isEnding } from '../../src/protocol/index.ts'

// A chat that is open, without a screen and without a model: each line is said, and how long its turn took is
// written, in milliseconds: `chat.ts <home>`.

const [home = ''] = process.argv.slice(2)
const assistant = await createAssistant({
  ...{
    env: { ASSISTANT_HOME: home, OLLAMA_HOST: '127.0.0.1:9' },
    cwd: home,
    pid: process.pid,
    userHome: home,
    tempDir: tmpdir(),
  },
  ...{ platform: process.platform, machine: process.arch, node: process.execPath, zone: 'Asia/Seoul' },
  ...{ clock: () => Date.now(), flags: { provider: 'offline' } },
})
const ended = new AbortController()
const following = followSync({ paths: assistant.parts.loaded.paths, now: Date.now }, ended.signal)
const conversation = await assistant.open({ kind: 'new' }, { canAsk: true, goesOn: true })
process.stdout.write('ready\n')
for await (const text of createInterface(process.stdin)) {
  const began = performance.now()
  const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
  for await (const envelope of conversation.follow(seq, AbortSignal.timeout(60_000)))
    if (envelope.turn === turn && isEnding(envelope.event)) break
  process.stdout.write(`${performance.now() - began}\n`)
}
ended.abort()
await following
await conversation.close()
await assistant.close()
