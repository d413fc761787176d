// A list that two devices share, by the real program: what each adds and ticks is on both.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { device } from '../../cli/device.ts'
import { longTest } from '../../parts.ts'

longTest(
  'a list on two devices has what each of them added and ticked, and a deed is taken back on both',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'shared-lists-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
    const store = join(root, 'store')
    mkdirSync(store)
    const [a, b] = [device(root, 'a'), device(root, 'b')]
    const page = 'lists/me/shopping.md'
    const exchange = async () => {
      for (const one of [a, b, a]) await one.sync()
      expect(b.page(page)).toBe(a.page(page))
      return a.page(page)
    }
    await a.does('lists', 'add', 'shopping', 'milk', 'two dozen eggs')
    await a.does('sync', 'init', store, '--name', 'laptop')
    await b.does('sync', 'init', store, '--name', 'phone')
    expect(await exchange()).toContain('- [ ] milk')
    // On the two sides at once.
    await a.does('lists', 'tick', 'milk')
    await b.does('lists', 'add', 'shopping', 'tofu')
    const both = await exchange()
    for (const line of ['- [x] milk', '- [ ] eggs × 2 dozen', '- [ ] tofu']) expect(both).toContain(line)
    await b.does('lists', 'add', 'shopping', 'bread')
    expect(await exchange()).toContain('- [ ] bread')
    expect((await b.does('undo that')).all).toContain('Taken back')
    expect(await exchange()).toBe(both)
  },
  300_000,
)
