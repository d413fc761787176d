import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { requires, sampleOf } from '../parts.ts'

// The pictures of the READMEs as two programs draw them (librsvg with cairo, Skia), each in fonts of unlike widths: of
// every run of letters all ink lies in its own cells, or in the blank behind it and not up to the next run, so that no
// two words touch. Runs are drawn in turn in three colours, which no neighbours share.

const root = join(import.meta.dirname, '../..')
const pictures = ['code', 'setup', 'chat'].flatMap((name) => ['en', 'ko'].map((language) => `${name}-${language}.svg`))
const fonts = ['DejaVu Sans Mono', 'NanumGothicCoding', 'Noto Sans Mono CJK KR'] as const
const colours = ['#ff0000', '#00ff00', '#0000ff'] as const

interface Run {
  from: number
  to: number
  y: number
  text: string
}
interface Pixels {
  width: number
  height: number
  data: ArrayLike<number>
  channels: number
}

/** One frame of a picture in a font, its runs in turn in three colours on black; and where each of them may be. */
function coloured(svg: string, frame: string, font: string): { svg: string; runs: Run[] } {
  const runs: Run[] = []
  const text = [...frame.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*?textLength="([\d.]+)"[^>]*>([^<]*)<\/text>/g)]
    .map(([whole, x, y, length, said = '']) => {
      runs.push({ from: Number(x), to: Number(x) + Number(length), y: Number(y), text: said })
      // Signs are drawn by whatever font has them, and are no words.
      if (!/[\p{L}\p{N}]/u.test(said)) return ''
      return whole
        .replace(/fill="[^"]*"/, `fill="${colours[(runs.length - 1) % 3]}"`)
        .replace(/ text-decoration="\w+"/, '')
    })
    .join('')
  const [head = ''] = /^<svg[^>]*>/.exec(svg) ?? []
  for (const run of runs) {
    const next = Math.min(...runs.filter(({ y, from }) => y === run.y && from > run.from).map(({ from }) => from))
    if (next > run.to) run.to = next - 2
  }
  const begin = head.replace(/font-family="[^"]*"/, `font-family="${font}"`)
  return { svg: `${begin}<rect width="100%" height="100%" fill="#000"/>${text}</svg>`, runs }
}

/** Runs whose colour is seen where it must not be, a point of blur aside. */
function runsOutside({ runs }: { runs: Run[] }, { width, height, data, channels }: Pixels): string[] {
  const found = new Set<string>()
  const seen = new Set<number>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * channels + channel
        const others = [0, 1, 2].filter((one) => one !== channel).map((one) => data[at - channel + one] ?? 0)
        if ((data[at] ?? 0) < 128 || others.some((other) => other > 64)) continue
        // Letters reach above their line by their size, and below by a third of it.
        const own = runs.findIndex(
          (run, index) => index % 3 === channel && y >= run.y - 15 && y < run.y + 5 && x >= run.from - 1 && x <= run.to,
        )
        if (own >= 0) {
          seen.add(own)
          continue
        }
        const near = runs.filter((run, index) => index % 3 === channel && y >= run.y - 15 && y < run.y + 5)
        found.add(`${near.map(({ text }) => text).join('|')} at ${x}, ${y}`)
      }
  const unseen = runs.filter(({ text }, index) => !seen.has(index) && /[\p{L}\p{N}]/u.test(text))
  return [...found, ...unseen.map(({ text }) => `not drawn: ${text}`)]
}

const byLibrsvg = (svg: string): Pixels => {
  const { stdout, stderr } = spawnSync('rsvg-convert', ['--unlimited'], { input: svg, maxBuffer: 1 << 26 })
  if (stdout.length === 0) throw new Error(String(stderr))
  return decode(stdout)
}

/** The canvas that pdf.js draws pages on; its pictures are drawn by Skia. */
const skia = createRequire(import.meta.resolve('pdfjs-dist'))('@napi-rs/canvas')
async function bySkia(svg: string): Promise<Pixels> {
  const image = await skia.loadImage(Buffer.from(svg))
  const canvas = skia.createCanvas(image.width, image.height)
  const drawing = canvas.getContext('2d')
  drawing.drawImage(image, 0, 0)
  const { width, height, data } = drawing.getImageData(0, 0, image.width, image.height)
  return { width, height, data, channels: 4 }
}

const installedFonts = String(spawnSync('fc-list', [':', 'family']).stdout)
const here = fonts.filter((font) => installedFonts.includes(font))

requires('rsvg-convert', 'fc-list')('the pictures of the READMEs', () => {
  describe.each([
    ['librsvg', byLibrsvg],
    ['Skia', bySkia],
  ] as const)('drawn by %s', (_, draw) => {
    test.each(
      sampleOf(
        here.flatMap((font) => pictures.map((name) => [name, font] as const)),
        2,
      ),
    )(
      '%s in %s: no two words touch',
      async (name, font) => {
        const svg = readFileSync(join(root, 'docs', name), 'utf8')
        const frames = svg.split('<g class=')
        // Frames of a recording are alike: each tenth from the last on.
        const wanted =
          frames.length > 1
            ? frames
                .slice(1)
                .toReversed()
                .filter((_, at) => at % 10 === 0)
            : frames
        for (const frame of wanted) {
          const picture = coloured(svg, frame, font)
          expect(runsOutside(picture, await draw(picture.svg))).toEqual([])
        }
      },
      60_000,
    )
  })

  test('two fonts at least are there, and a picture that is wrong is seen', async () => {
    expect(here.length).toBeGreaterThanOrEqual(2)
    const wide =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="x" font-size="26"><text x="10" y="20" fill="#fff" textLength="40">wwwww</text><text x="58" y="20" fill="#fff" textLength="40">hello</text></svg>'
    const picture = coloured(wide, wide, here[0] ?? '')
    expect(runsOutside(picture, byLibrsvg(picture.svg))).not.toEqual([])
  })
})
