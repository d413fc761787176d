import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { node, peakMb, program } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'
import { converse } from './conversation.ts'

const ids = { short: '01KC0000000000000000000000', long: '01KC0000000000000000000001' }

/** Memory that a long conversation needs when it is forked or backed up, beyond a short one. */
export const longConversationMemory: Row = {
  name: 'long-conversation',
  async measure({ quick }) {
    needs('dist/cli.cjs')
    return await withHome('http://127.0.0.1:9', async (env) => {
      const home = env.ASSISTANT_HOME ?? ''
      await converse(home, ids.short, 2)
      const target = join(home, 'backups', 'bench.backup')
      const commands = {
        fork: (id: string) => ['conversations', 'fork', id],
        backup: () => ['backup', target],
      }
      const peak = async (of: keyof typeof commands, id: string) => {
        const mb = await peakMb({ argv: [node, program, ...commands[of](id)], env })
        rmSync(target, { force: true })
        return mb
      }
      const shortPeaks = { fork: await peak('fork', ids.short), backup: await peak('backup', ids.short) }
      await converse(home, ids.long, quick ? 20_000 : 100_000)
      const size = Math.round(statSync(join(home, 'conversations', `${ids.long}.jsonl`)).size / 1e6)
      const beyond = async (of: keyof typeof commands) => (await peak(of, ids.long)) - shortPeaks[of]
      return [
        {
          row: `fork of ${size} MB, beyond a short one`,
          unit: 'MB',
          value: await beyond('fork'),
          limit: { most: 120 },
        },
        {
          row: `backup of ${size} MB, beyond a short one`,
          unit: 'MB',
          value: await beyond('backup'),
          limit: { most: 80 },
        },
      ]
    })
  },
}
