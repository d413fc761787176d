import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { titleWithout } from '../parts-title.ts'

/** The path of a file of a package that judges ours; scripts/oracle-parts.sh installs it. */
export const oracleFile = (path: string): string => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))

/** The exports of such a package. Its types are not there where it is not installed, so it has none here. */
export const importOracle = (name: string) => import(name)

/**
 * `test` for tests that compare ours with packages by others: skipped with a word where one is missing, an error under
 * `CI=true`.
 */
export function testWithOracles(...names: string[]): typeof test {
  const missing = names.filter((name) => !existsSync(oracleFile(name)))
  if (missing.length === 0) return test
  if (process.env.CI === 'true') throw new Error(titleWithout(missing, '', 'oracle'))
  test.skip(titleWithout(missing, 'what they judge', 'oracle'))
  return test.skip as typeof test
}
