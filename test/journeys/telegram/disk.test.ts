import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { bundled } from '../../bundled.ts'
import { TelegramServer } from '../../fakes/telegram-server.ts'
import { type Fault, faultEnv, operations } from '../../faults/faults.ts'
import { partOf, testWith } from '../../parts.ts'
import { letIn, owner } from '../../ui/telegram/host.ts'
import { inTurn } from '../../ui/telegram/rig.ts'

const program = await bundled('test/fixtures/telegram-bot.ts')

/** One bot process over a disk that refuses one operation: what became of a message then, and of the next one. */
async function story(at: number, fault: Fault) {
  const home = await mkdtemp(join(tmpdir(), 'disk-bot-'))
  const [effects, log] = [`${home}-effects`, `${home}-ops`]
  const server = await TelegramServer.open()
  await letIn(new AccessFile(join(home, 'config.json')), { id: owner, workspace: 'default' })
  server.say(owner, '돈 보내줘')
  const bot = spawn(process.execPath, [program, home, server.url, server.token, effects], {
    stdio: 'ignore',
    env: { ...process.env, ...faultEnv(home, at, fault, log) },
  })
  const gone = once(bot, 'exit').then(() => 'gone')
  const answered = (count: number) =>
    server.until(() => server.texts(owner).length >= count && server.unconfirmed === 0)
  const first = await Promise.race([gone, answered(1)])
  const made = operations(log).length
  server.say(owner, '또 보내줘')
  const second = await Promise.race([gone, answered(2)])
  bot.kill('SIGKILL')
  await gone
  const tools = existsSync(effects)
    ? readFileSync(effects, 'utf8')
        .split('\n')
        .filter((line) => line === 'tool').length
    : 0
  const lived = first !== 'gone' && second !== 'gone'
  const result = { at: `${fault} at ${at}`, started: server.calls.length > 0, lived, tools, texts: server.texts(owner) }
  await server.close()
  for (const path of [home, effects, log]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { ...result, made }
}

testWith('cc')(
  'a disk that is full at any write: the bot lives, each message is answered once, and no tool runs twice',
  async () => {
    const whole = await story(0, 'ENOSPC')
    expect(whole).toMatchObject({ lived: true, tools: 2, texts: ['끝: 돈 보내줘', '끝: 또 보내줘'] })
    const every = partOf(1, 4)
    const cases = Array.from({ length: Math.floor(whole.made / every) }, (_, n) => () => story(1 + n * every, 'ENOSPC'))
    const all = await inTurn(cases, 3)
    // Without its ledger it does not begin; the service manager starts it again.
    const stories = all.filter(({ started }) => started)
    expect(all.length - stories.length).toBeLessThan(4)
    expect(stories.filter(({ lived, tools, texts }) => !lived || tools > 2 || texts.length !== 2)).toEqual([])
    // What it refused was not always worth a failed turn.
    expect(stories.filter(({ texts }) => texts.every((text) => text.startsWith('끝: '))).length).toBeGreaterThan(
      stories.length / 2,
    )
  },
  240_000,
)
