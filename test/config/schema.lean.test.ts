import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keys, type Setting, table } from '../../src/config/schema.ts'
import * as z from '../../src/config/zod.ts'

/** Runs a module in a process of its own and returns which packages were loaded on the way. */
function packagesLoadedBy(code: string): string[] {
  const watched = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ load(url, context, next) { seen.add(/node_modules\\/([^/]+)/.exec(url)?.[1]); return next(url, context) } })
    ${code}
    console.log(JSON.stringify([...seen].filter(Boolean)))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', watched], { encoding: 'utf8' }))
}

test('settings are read without zod when there is nothing to check or what there is is plainly right, and never with conf', () => {
  const settings = join(import.meta.dirname, '../../src/config/settings.ts')
  const folder = mkdtempSync(join(tmpdir(), 'assistant-lean-'))
  const load = (env: object) => `
    const { loadSettings } = await import(${JSON.stringify(settings)})
    await loadSettings({ env: ${JSON.stringify(env)}, cwd: ${JSON.stringify(folder)}, userHome: ${JSON.stringify(folder)}, now: new Date() })`
  expect(packagesLoadedBy(load({}))).toEqual([])
  const plain = { ASSISTANT_LANG: 'en', OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1', ASSISTANT_MODEL: 'gpt-5' }
  expect(packagesLoadedBy(load(plain))).toEqual([])
  expect(packagesLoadedBy(load({ ASSISTANT_LIMITS_TOOL_MS: '500' }))).toEqual(['zod'])
})

test('what is plainly right without zod is right for zod, as it is', () => {
  const parts = [
    'http',
    'https',
    'ftp',
    '://',
    ':',
    '/',
    '.',
    '-',
    '_',
    ' ',
    'a',
    'Z',
    '한',
    '0',
    '65536',
    '[::1]',
    '@',
    '?',
    '\n',
    'ko',
    'auto',
  ]
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''))
  const addresses = texts.map((rest) => `http://${rest}`)
  const defaults = fc.constantFrom(...keys.map((key) => (table[key] as Setting<unknown>).default))
  const values = fc.oneof(texts, addresses, defaults, fc.boolean(), fc.string(), fc.anything())
  const sure = keys.map((key) => table[key] as Setting<unknown>).filter((setting) => setting.sure)
  fc.assert(
    fc.property(fc.constantFrom(...sure), values, (setting, value) => {
      if (setting.sure?.(value)) expect(setting.type(z).safeParse(value)).toEqual({ success: true, data: value })
    }),
    { numRuns: 3_000 },
  )
  // And one of each kind does say so.
  const usual = (['language', 'providers.openai.baseUrl', 'tui.bell', 'agent'] as const).map(
    (key) => table[key] as Setting<unknown>,
  )
  expect(usual.map((setting) => setting.sure?.(setting.default))).toEqual([true, true, true, true])
})
