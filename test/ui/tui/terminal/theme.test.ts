import { describe, expect, test } from 'vitest'
import {
  backgroundOf,
  colour256,
  contrastOf,
  paletteOf,
  palettes,
  sgrOf,
} from '../../../../src/ui/tui/terminal/theme.ts'

/** Backgrounds that each palette is for: those of the common terminals. */
const backgrounds = {
  neutral: ['#000000', '#ffffff'],
  dark: ['#000000', '#0c0c0c', '#1e1e1e', '#282828'],
  light: ['#ffffff', '#fafafa', '#f2f2f2'],
  contrastDark: ['#000000', '#1e1e1e'],
  contrastLight: ['#ffffff', '#f2f2f2'],
} satisfies Record<keyof typeof palettes, string[]>

describe.each(Object.entries(palettes))('%s', (name, palette) => {
  const least = name.startsWith('contrast') ? 7 : 4.5
  test.each(Object.entries(palette))('%s can be read', (_, colour) => {
    for (const background of backgrounds[name as keyof typeof palettes])
      expect(contrastOf(colour, background), `on ${background}`).toBeGreaterThanOrEqual(least)
  })
})

test('a terminal of 256 colours shows them as legible', () => {
  const worst = Object.entries(palettes).flatMap(([name, palette]) =>
    Object.values(palette).flatMap((colour) => {
      const index = Number(sgrOf(colour, false).split(';').at(-1))
      const shown = `#${colour256(index)
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')}`
      return backgrounds[name as keyof typeof palettes].map((background) => ({
        name,
        colour,
        at: contrastOf(shown, background),
      }))
    }),
  )
  // Of the 240 few can be read on black and on white: there it may be a little less.
  expect(worst.filter(({ name, at }) => at < (name === 'neutral' ? 3.9 : 4.2))).toEqual([])
})

test('OSC 11 tells dark from light, and nothing else does', () => {
  expect(
    ['rgb:0000/0000/0000', 'rgb:1e/1e/1e', 'rgb:ffff/ffff/ffff', 'rgb:fd/f6/e3', 'red', ''].map(backgroundOf),
  ).toEqual(['dark', 'dark', 'light', 'light', undefined, undefined])
  expect([paletteOf('auto', undefined), paletteOf('auto', 'light'), paletteOf('none', 'dark')]).toEqual([
    palettes.neutral,
    palettes.light,
    {},
  ])
})
