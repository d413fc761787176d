// `node scripts/complete-lock.js` after an install: npm leaves packages of other platforms out of package-lock.json
// when it could not reach them, and `npm ci` then refuses the lock. Their versions stand in the packages that want
// them; their platform stands in their names. A test says when this is needed.
import { readFile, writeFile } from 'node:fs/promises'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Where npm would look for `name` as a dependency of the package at `place`: beside it, then further up. */
function placed(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (!folder) return undefined
  }
}

/** Optional dependencies of locked packages that the lock does not hold: [package that wants it, name, version]. */
export function missingFrom({ packages }) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placed(packages, place, name))
      .map(([name, version]) => [place, name, version]),
  )
}

/** The lock's entry of a package that is built for the one platform in its name. */
function entry(name, version, wanter) {
  const words = name.replaceAll('_', '-').split(/[-/]/)
  const os = words.includes('wasm32') ? [] : systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  if (os.length + cpu.length === 0) throw new Error(`${name} names no platform: install it instead`)
  const lists = Object.fromEntries(Object.entries({ cpu, libc, os }).filter(([, list]) => list.length > 0))
  return { version, ...(wanter.dev && { dev: true }), optional: true, ...lists }
}

async function main() {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'))
  for (const [place, name, version] of missingFrom(lock)) {
    lock.packages[`node_modules/${name}`] = entry(name, version, lock.packages[place])
  }
  const [self, ...others] = Object.entries(lock.packages)
  lock.packages = Object.fromEntries([self, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))])
  await writeFile('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
}

if (import.meta.main) await main()
