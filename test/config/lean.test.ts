import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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

test('settings are read without zod when there is nothing to check, and never with conf', () => {
  const settings = join(import.meta.dirname, '../../src/config/settings.ts')
  const folder = mkdtempSync(join(tmpdir(), 'assistant-lean-'))
  const load = (env: object) => `
    const { loadSettings } = await import(${JSON.stringify(settings)})
    await loadSettings({ env: ${JSON.stringify(env)}, cwd: ${JSON.stringify(folder)}, userHome: ${JSON.stringify(folder)}, now: new Date() })`
  expect(packagesLoadedBy(load({}))).toEqual([])
  expect(packagesLoadedBy(load({ ASSISTANT_LANG: 'en' }))).toEqual(['zod'])
})
