// Writes src/std/time/windows-zones.ts from Unicode CLDR (supplemental/windowsZones, as the npm package cldr-core holds it).
//   node scripts/windows-zones.js [version of cldr-core]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const wanted = `cldr-core@${process.argv[2] ?? 'latest'}`
const folder = mkdtempSync(join(tmpdir(), 'cldr-'))
try {
  const archive = execFileSync('npm', ['pack', '--silent', wanted], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  const read = (path) => JSON.parse(readFileSync(join(folder, 'package', path), 'utf8'))
  const { version } = read('package.json')
  const rows = read('supplemental/windowsZones.json')
    .supplemental.windowsZones.mapTimezones.map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === '001')
    .map(({ _other, _type }) => `  ${/^\w+$/.test(_other) ? _other : `'${_other}'`}: '${_type}',`)
  const lines = [
    `/** Zones by the names that Windows has for them: Unicode CLDR ${version}, written by scripts/windows-zones.js. */`,
    'export const WINDOWS_ZONES: Readonly<Record<string, string>> = {',
    ...rows.sort(),
    '}',
    '',
  ]
  writeFileSync(new URL('../src/std/time/windows-zones.ts', import.meta.url), lines.join('\n'))
  console.log(`${rows.length} zones of CLDR ${version}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
