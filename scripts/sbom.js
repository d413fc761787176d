// `npm run sbom > sbom.cdx.json`: what is inside the published package, in CycloneDX. Everything is bundled from
// development dependencies, so npm's own list says too much: kept are the packages of dist/THIRD-PARTY.txt and those
// that are installed with ours.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const read = (file) => readFileSync(new URL(file, root), 'utf8')

const { name, optionalDependencies = {}, dependencies = {} } = JSON.parse(read('package.json'))
const bundled = new Set(
  [...read('dist/THIRD-PARTY.txt').matchAll(/^(\S+) (\d\S*) \(.*\)$/gm)].map(([, of, at]) => `${of}@${at}`),
)
const listed = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 << 20,
})
const bill = JSON.parse(listed)

// With an optional dependency npm installs what that one depends on.
const needs = new Map(bill.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
const installed = new Set()
const add = (ref) => {
  if (installed.has(ref)) return
  installed.add(ref)
  for (const next of needs.get(ref) ?? []) add(next)
}
const direct = [...Object.keys(optionalDependencies), ...Object.keys(dependencies)]
for (const component of bill.components) if (direct.includes(component.name)) add(component['bom-ref'])

const own = bill.metadata.component['bom-ref']
bill.metadata.component.name = name
bill.components = bill.components.filter(
  (each) => bundled.has(`${each.name}@${each.version}`) || installed.has(each['bom-ref']),
)
const kept = new Set([own, ...bill.components.map((each) => each['bom-ref'])])
bill.dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => kept.has(to)) }))
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
