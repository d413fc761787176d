import { expect, test } from 'vitest'
import { matchingPaths } from '../../../src/tools/files/match-names.ts'

async function* paths() {
  yield* ['src/a.ts', 'src/b.js', 'docs/c.md']
}
const found = (glob: string) => Array.fromAsync(matchingPaths(paths(), glob, AbortSignal.timeout(10_000)))

test('braces stand for a few patterns each, and for no more than can be tried', async () => {
  expect(await found('*.{ts,js}')).toEqual(['src/a.ts', 'src/b.js'])
  expect(await found('{a,b}.{ts,md}')).toEqual(['src/a.ts'])
  for (const bomb of ['{a,b}'.repeat(18), '{1..999999999}', '{a,{b,{c,d}}}'.repeat(9), `{${'x,'.repeat(5_000)}y}`])
    await expect(found(bomb)).rejects.toMatchObject({ name: 'JobStopped' })
})
