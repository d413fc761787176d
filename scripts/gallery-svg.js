// Rows of the chat as SVG.
import { width } from '../src/std/text/text.ts'
import { palettes } from '../src/ui/tui/terminal/theme.ts'

// Letters of most monospaced fonts are 0.6 of their size wide, and syllables as wide as it: at this size a letter fills
// its cell, a syllable less than its two, and no word touches the next where a renderer knows nothing of `textLength`.
const cell = { width: 8, height: 20, size: 13.3 }
const fonts =
  "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK KR', D2Coding, NanumGothicCoding, monospace"
const grounds = { dark: ['#1e1e1e', '#d8d8d8'], light: ['#ffffff', '#1f1f1f'] }
const borrowed = { heading: 'accent', added: 'ok', removed: 'error' }
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Borders as lines, from the middle of a cell: fonts for Korean draw them twice as wide. */
const borders = {
  '⎿': ({ w, h }) => `M0 ${-h}V0H${w}`,
  '┼': ({ w, h }) => `M${-w} 0H${w}M0 ${-h}V${h}`,
  '─': ({ w }) => `M${-w} 0H${w}`,
  '│': ({ h }) => `M0 ${-h}V${h}`,
  '╭': ({ w, h }) => `M${w} 0Q0 0 0 ${h}`,
  '╮': ({ w, h }) => `M${-w} 0Q0 0 0 ${h}`,
  '╰': ({ w, h }) => `M0 ${-h}Q0 0 ${w} 0`,
  '╯': ({ w, h }) => `M0 ${-h}Q0 0 ${-w} 0`,
}

/** Runs that are set alone: a border, a blank, a word of one script, a sign. */
const runs = /[─│╭╮╰╯⎿┼ ]|[\p{Script=Hangul}\p{Script=Han}]+|[!-~]+|./gu

/** A text from a column on: each run stands at its cell and is as wide as its cells, whatever font there is. */
function letters(text, from, y, fill, look) {
  const top = 26 + y * cell.height
  const at = (column) => 12 + column * cell.width
  let x = from
  return Array.from(text.matchAll(runs), ([run]) => {
    const column = x
    x += width(run)
    const line = borders[run]?.({ w: cell.width / 2, h: cell.height / 2 })
    if (line)
      return `<path d="${line}" transform="translate(${at(column) + cell.width / 2} ${top - 5})" fill="none" stroke="${fill}"/>`
    if (run.trim() === '') return ''
    const fit = ` textLength="${width(run) * cell.width}" lengthAdjust="${/^[!-~\p{L}]/u.test(run) ? 'spacing' : 'spacingAndGlyphs'}"`
    return `<text x="${at(column)}" y="${top}" fill="${fill}"${look}${fit}>${escaped(run)}</text>`
  }).join('')
}

/**
 * Rows of spans as SVG, without their ground: every letter stands at its cell, whatever font there is, so that Hangul
 * stands where a terminal shows it.
 */
function textOf(rows, theme) {
  const [, foreground] = grounds[theme]
  return rows
    .flatMap((row, y) => {
      let x = 0
      return row.map(({ text, roles }) => {
        const from = x
        x += width(text)
        const role = roles.find((one) => palettes[theme][borrowed[one] ?? one])
        const fill = role ? palettes[theme][borrowed[role] ?? role] : foreground
        const isBold = roles.some((one) => ['strong', 'heading', 'person', 'changed'].includes(one))
        const look = `${isBold ? ' font-weight="bold"' : ''}${roles.includes('changed') ? ' text-decoration="underline"' : ''}`
        return letters(text, from, y, fill, look)
      })
    })
    .join('')
}

/** The ground that rows stand on, with `inner` above it. */
const framed = (inner, rows, columns, theme, style = '') => {
  const size = `width="${Math.ceil(columns * cell.width + 24)}" height="${rows * cell.height + 24}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${fonts}" font-size="${cell.size}"><title>assistant in a terminal</title>${style}<rect width="100%" height="100%" rx="8" fill="${grounds[theme][0]}"/>${inner}</svg>\n`
}

/** One picture. */
export const pictureOf = (rows, columns, theme) => framed(textOf(rows, theme), rows.length, columns, theme)

/**
 * Pictures one after the other, again and again; `seconds` says how long each stands. Whoever wants no motion sees
 * the last, and so does who shows none.
 */
export function recordingOf(frames, columns, theme) {
  const height = Math.max(...frames.map(({ rows }) => rows.length))
  const whole = frames.reduce((sum, { seconds }) => sum + seconds, 0)
  const last = frames.length - 1
  let from = 0
  const rules = frames.map(({ seconds }, at) => {
    const [begin, end] = [from, from + seconds].map((time) => ((time / whole) * 100).toFixed(3))
    from += seconds
    const hidden = '{opacity:0}'
    return `@keyframes f${at}{0%${hidden}${begin}%{opacity:1}${end}%${hidden}100%${hidden}}.f${at}{opacity:${at === last ? 1 : 0};animation:f${at} ${whole}s step-end infinite}`
  })
  const still = `@media (prefers-reduced-motion:reduce){${frames.map((_, at) => `g.f${at}`).join()}{animation:none}}`
  const inner = frames.map(({ rows }, at) => `<g class="f${at}">${textOf(rows, theme)}</g>`).join('')
  return framed(inner, height, columns, theme, `<style>${rules.join('')}${still}</style>`)
}
