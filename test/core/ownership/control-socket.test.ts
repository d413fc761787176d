import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askControl, serveControl } from '../../../src/core/ownership/control-socket.ts'
import { AssistantError } from '../../../src/protocol/index.ts'

test('a control socket is for its owner alone, answers each request, tells failures, and is gone when closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'control-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'run', 'daemon.sock')
  const close = await serveControl(path, async (request) => {
    if (request.do === 'fail') throw new AssistantError({ code: 'bad-input', detail: 'no' })
    return { heard: request }
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await askControl(path, { do: 'status', text: '안녕\n하세요' })).toEqual({
    heard: { do: 'status', text: '안녕\n하세요' },
  })
  await expect(askControl(path, { do: 'fail' })).rejects.toMatchObject({ failure: { code: 'bad-input', detail: 'no' } })
  expect(await askControl(path, { text: 'x'.repeat(100_000) })).toBeUndefined()
  expect(await askControl(path, { do: 'status' })).toEqual({ heard: { do: 'status' } })
  await close()
  expect(await askControl(path, { do: 'status' })).toBeUndefined()
})
