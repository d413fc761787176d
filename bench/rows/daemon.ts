import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TelegramServer } from '../../test/fakes/telegram-server.ts'
import { cpuMsOf, memoryMbOf, node, program } from '../measure.ts'
import type { Row } from '../row.ts'

const person = 4242

/** The daemon, with messages of one chat that waited while it was away from the net, answered without a model. */
export const daemonQueue: Row = {
  name: 'daemon-queue',
  async measure({ quick }) {
    const most = quick ? 300 : 1_000
    const home = mkdtempSync(join(tmpdir(), 'assistant-bench-'))
    const access = { senders: [{ id: person, profile: 'me', workspace: 'default' }] }
    writeFileSync(join(home, 'telegram.json'), JSON.stringify(access))
    await using server = await TelegramServer.open()
    const bot = { TELEGRAM_API_ROOT: server.url, TELEGRAM_BOT_TOKEN: server.token, ASSISTANT_TELEGRAM_MERGE_MS: '0' }
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      ASSISTANT_HOME: home,
      ASSISTANT_LANG: 'ko',
      OLLAMA_HOST: '127.0.0.1:9',
      ...bot,
    }
    const child = spawn(node, [program, 'daemon'], { env, stdio: 'ignore' })
    const pid = child.pid ?? 0
    try {
      await server.until(() => server.of('getUpdates').length > 1)
      const before = cpuMsOf(pid)
      for (let n = 0; n < most; n++) server.say(person, `${n} 더하기 ${n + 1}은?`)
      const answered = (count: number) => server.until(() => server.texts(person).length >= count)
      await answered(most / 2)
      const half = memoryMbOf(pid, 'VmHWM')
      await answered(most)
      const [peak, cost] = [memoryMbOf(pid, 'VmHWM'), cpuMsOf(pid) - before]
      const row = `daemon, ${most.toLocaleString('en')} queued messages`
      return [
        { row, unit: 'MB', value: peak, limit: { most: 200 } },
        { row: `${row}, the second half`, unit: 'MB', value: peak - half, limit: { most: 25 } },
        { row: `${row}, each`, unit: 'ms CPU', value: cost / most, limit: { most: 25 } },
      ]
    } finally {
      child.kill('SIGKILL')
      rmSync(home, { recursive: true, maxRetries: 5, retryDelay: 100 })
    }
  },
}
