import { width } from '../../std/text/text.ts'
import { inLanguage } from './declared-sentences.ts'
import { type DeclaredStep, endName, stepsOf } from './flow.ts'
import type { ServiceFile } from './schema.ts'

/** A step as it is drawn: what it does, and where it leads to besides the step below. */
export interface GraphNode {
  name: string
  kind: DeclaredStep['kind'] | 'end'
  text: string
  edges: { to: string; label: string }[]
}

/** The picture of a service: its steps in their order, and its end. */
function graphOf(file: ServiceFile, language: 'ko' | 'en'): GraphNode[] {
  const steps = stepsOf(file)
  const nodes = steps.map((step, at): GraphNode => {
    const below = steps[at + 1]?.name ?? endName
    const cases = (step.cases ?? []).map(({ if: path, is, over, under, next }) => ({
      to: next,
      label: [
        path,
        is === undefined ? '' : `= ${JSON.stringify(is)}`,
        over === undefined ? '' : `> ${over}`,
        under === undefined ? '' : `< ${under}`,
      ]
        .filter(Boolean)
        .join(' '),
    }))
    const other = step.else ?? step.next
    const edges = [...cases, ...(other === undefined || other === below ? [] : [{ to: other, label: '' }])]
    return { name: step.name, kind: step.kind, text: textOf(step, file, language), edges }
  })
  return [...nodes, { name: endName, kind: 'end', text: '', edges: [] }]
}

function textOf(step: DeclaredStep, file: ServiceFile, language: 'ko' | 'en'): string {
  const { name, kind, slots = Object.keys(file.slots ?? {}), run = name, undo, tool, service, stage, label } = step
  const what: Record<DeclaredStep['kind'], string> = {
    slots: slots.map((slot) => `${slot}${file.slots?.[slot]?.required ? '*' : ''}`).join(', '),
    confirm: inLanguage(step.say ?? file.confirm ?? '', language),
    code: `${run}()${undo ? ` ↩ ${undo}()` : ''}`,
    tool: `${tool ?? name}${undo ? ` ↩ ${undo}()` : ''}`,
    model: label ? inLanguage(label, language) : '',
    branch: '',
    talk: [step.format === 'json' ? (step.actions ?? []).join(' ') : '', (step.card?.tools ?? []).join(', ')]
      .filter(Boolean)
      .join(' · '),
    service: service ?? name,
  }
  return [what[kind], stage ? `[${stage}]` : ''].filter(Boolean).join(' ')
}

const signs: Readonly<Record<GraphNode['kind'], string>> = {
  slots: '▤',
  confirm: '?',
  code: '■',
  tool: '■',
  model: '◇',
  branch: '◆',
  talk: '…',
  service: '▷',
  end: '●',
}

/** The graph for a terminal. */
export function graphText(file: ServiceFile, language: 'ko' | 'en'): string {
  const nodes = graphOf(file, language)
  const wide = Math.max(...nodes.map(({ name }) => width(name)))
  const padCell = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text)))
  const rows = nodes.flatMap(({ name, kind, text, edges }, at) => [
    ...(at === 0 ? [] : ['  │']),
    `  ${signs[kind]} ${padCell(name, wide)}  ${padCell(kind === 'end' ? '' : kind, 7)}  ${text}`.trimEnd(),
    ...edges.map(({ to, label }) => `  ├─▶ ${to}${label ? `  (${label})` : ''}`),
  ])
  const { name, version } = file
  return `${inLanguage(file.title ?? name, language)} (${name} ${version})\n\n${rows.join('\n')}\n`
}

const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Sizes of the picture, in pixels. */
const box = { width: 360, height: 52, gap: 34, left: 40, top: 64 }

function boxOf({ name, kind, text }: GraphNode, y: number): string {
  const round = kind === 'end' || kind === 'branch' ? box.height / 2 : 8
  const x = box.left + 16
  const head = `<text x="${x}" y="${y + 22}" font-weight="bold">${escapeMarkup(`${signs[kind]} ${name}`)}</text>`
  const short = text.length > 44 ? `${text.slice(0, 43)}…` : text
  const more = text ? `<text x="${x}" y="${y + 41}" fill="#555">${escapeMarkup(short)}</text>` : ''
  return `<rect x="${box.left}" y="${y}" width="${box.width}" height="${box.height}" rx="${round}" fill="#fff" stroke="#333"/>${head}${more}`
}

/** The graph as SVG. */
export function graphSvg(file: ServiceFile, language: 'ko' | 'en'): string {
  const nodes = graphOf(file, language)
  const y = (at: number) => box.top + at * (box.height + box.gap)
  const right = box.left + box.width
  const middle = box.left + box.width / 2
  const boxes = nodes.map((node, at) => boxOf(node, y(at)))
  const down = nodes.slice(1).map((_, at) => `<path d="M${middle} ${y(at) + box.height}V${y(at + 1) - 2}" ${line}/>`)
  let lane = 0
  const sides = nodes.flatMap(({ edges }, at) =>
    edges.flatMap(({ to, label }) => {
      const target = nodes.findIndex(({ name }) => name === to)
      if (target < 0) return []
      const x = right + 30 + lane++ * 22
      const [from, into] = [y(at) + box.height / 2, y(target) + box.height / 2]
      const path = `<path d="M${right} ${from}H${x}V${into}H${right + 2}" ${line}/>`
      return [path, `<text x="${x + 6}" y="${(from + into) / 2}" fill="#555">${escapeMarkup(label)}</text>`]
    }),
  )
  const size = { width: right + 60 + lane * 22 + 200, height: y(nodes.length) }
  const title = escapeMarkup(inLanguage(file.title ?? file.name, language))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<text x="${box.left}" y="36" font-size="18" font-weight="bold">${title}</text>
${[...down, ...sides, ...boxes].join('\n')}
</svg>
`
}

const line = 'fill="none" stroke="#333" marker-end="url(#tip)"'
