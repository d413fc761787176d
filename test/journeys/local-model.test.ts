import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { listRealModels } from '../fakes/model-list.ts'
import { longTest, realPart, requiresFiles } from '../parts.ts'
import { owner, world } from './telegram-world.ts'

requiresFiles('smollm2-135m.gguf', 'llama-3.21.1')('a model of this machine', () => {
  const capital = 'What is the capital of Korea?'

  longTest(
    'comes by a download that goes on where it broke, answers beside the rules, and goes again',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'local-walk-'))
      const home = freshHome()
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const settings = { language: 'en', voice: { manifest: await listRealModels(folder, ['smol.gguf']) } }
      writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
      const assistant = (...args: string[]) => run(args, bareEnv(home))

      expect((await assistant(capital)).out).toContain('assistant setup')
      const broken = await assistant('models', 'pull', 'smol', '--yes')
      expect([broken.code === 0, broken.err.includes('smol can be used')]).toEqual([false, false])
      const pulled = await assistant('models', 'pull', '--yes')
      expect([pulled.code, pulled.err]).toEqual([0, expect.stringContaining('smol can be used')])

      const answer = await assistant(capital)
      expect([answer.err, answer.code, answer.out]).toEqual([expect.anything(), 0, expect.stringContaining('Seoul')])
      expect(answer.err).toContain('small model')
      // Sums are the rules': the model is not asked.
      expect((await assistant('12 * 12')).out).toContain('144')
      expect((await assistant(capital)).err).not.toContain('small model')

      const added = await assistant('models', 'add', realPart('smollm2-135m.gguf'))
      expect(added.err).toContain('local:smollm2-135m')
      const foreign = await assistant('models', 'add', join(folder, 'engine.tgz'))
      expect([foreign.code, foreign.err]).toEqual([42, expect.stringContaining('no model file')])
      expect((await assistant('-m', 'local:smollm2-135m', capital)).out).toContain('Seoul')
      expect((await assistant('-m', 'local:nothing', capital)).err).toContain('nothing is not on this machine')

      expect((await assistant('models', 'remove', 'smollm2-135m', '--yes')).code).toBe(0)
      expect((await assistant('models', 'remove', 'smol', '--yes')).code).toBe(0)
      expect((await assistant(capital)).out).toContain('assistant setup')
    },
    300_000,
  )

  longTest(
    'answers on the phone, too, told once as a small model',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'local-walk-'))
      const home = freshHome()
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const settings = { language: 'en', voice: { manifest: await listRealModels(folder) } }
      writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
      expect((await run(['models', 'pull', '--yes'], bareEnv(home))).code).toBe(0)
      const { server, asked, letIn } = await world([], { home })
      await letIn()
      await asked(capital)
      const says = (text: string) => server.texts(owner).some((one) => one.includes(text))
      await server.until(() => says('Seoul') && says('small model'))
      expect(await asked('12 * 12')).toContain('144')
    },
    300_000,
  )
})
