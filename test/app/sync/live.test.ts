import { join } from 'node:path'
import { longTest as test } from '../../parts.ts'
import { folder, story } from './two-devices.ts'

test('a conversation that is open on two devices is followed and gone on with on either, over a folder', async () => {
  await story('folder', join(folder, 'store'), true, process.env.SYNC_LIVE !== undefined)
}, 120_000)
