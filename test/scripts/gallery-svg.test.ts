import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { width } from '../../src/std/text/text.ts'

const root = join(import.meta.dirname, '../..')
const pictures = ['docs', 'gallery'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.svg'))
    .map((name) => join(folder, name)),
)
const size = 13.3
/** Widths of a letter and of a syllable, in the size of the font: of fonts that a reader may have. */
const fonts = {
  'DejaVu Sans Mono': [0.602, 1],
  Consolas: [0.55, 1],
  'Courier New': [0.6, 1],
  D2Coding: [0.5, 1],
} as const

/** Every run of letters: its row, where it begins, what it says and how wide it is told to be. */
function runsOf(svg: string) {
  const found = svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*?textLength="([\d.]+)"[^>]*>([^<]*)<\/text>/g)
  return Array.from(found, ([, x, y, length, text = '']) => ({
    x: Number(x),
    y: Number(y),
    length: Number(length),
    text: text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  }))
}

test.each(pictures)(
  '%s: no run of letters reaches into the next, in any font, whether its width is obeyed or not',
  (name) => {
    const svg = readFileSync(join(root, name), 'utf8')
    const frames = svg.split('<g class=')
    expect(runsOf(svg).length).toBe(svg.match(/<text /g)?.length)
    for (const frame of frames) {
      const runs = runsOf(frame)
      for (const run of runs) {
        expect(run.length).toBe(width(run.text) * 8)
        const next = runs.filter(({ x, y }) => y === run.y && x > run.x).sort((one, other) => one.x - other.x)[0]
        if (!next) continue
        expect(run.x + run.length).toBeLessThanOrEqual(next.x)
        for (const [letter, syllable] of Object.values(fonts)) {
          const wide = [...run.text].reduce(
            (sum, character) => sum + (width(character) > 1 ? syllable : letter) * size,
            0,
          )
          expect(run.x + wide).toBeLessThanOrEqual(next.x + 1)
        }
      }
    }
  },
)
