import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { bundled } from '../../bundled.ts'
import { testWith } from '../../parts.ts'

testWith('bwrap', 'ip')(
  'a connection that died without a word is noticed long before its answer is late, and the bot hears again',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'silent-network-'))
    const program = await bundled('test/fixtures/silent-network.ts')
    const alone = ['--unshare-user', '--unshare-net', '--cap-add', 'CAP_NET_ADMIN', '--dev-bind', '/', '/']
    const { stdout } = await promisify(execFile)('bwrap', [...alone, process.execPath, program, home])
    expect(JSON.parse(stdout)).toEqual({ first: 'watched: unreachable', answers: ['들려요?'] })
    await rm(home, { recursive: true })
  },
  60_000,
)
