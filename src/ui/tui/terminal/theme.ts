/** Role with a colour of its own. */
export type ColourRole =
  | 'accent'
  | 'dim'
  | 'ok'
  | 'warn'
  | 'error'
  | 'code'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'title'

export type ThemeName = 'auto' | 'dark' | 'light' | 'contrast' | 'none'
export const themeNames: readonly ThemeName[] = ['auto', 'dark', 'light', 'contrast', 'none']

/** Colours by role, as `#rrggbb`; a role without one has the terminal's own. */
export type Palette = Partial<Record<ColourRole, string>>

/**
 * Chosen so that each is at least 4.5 : 1 on the backgrounds it is for (WCAG 2.2, 1.4.3); `neutral` on black and on
 * white.
 */
export const palettes = {
  neutral: {
    ...{ accent: '#4274c8', dim: '#6f7582', ok: '#328532', warn: '#9a6c1b', error: '#ce453b', code: '#307f8f' },
    ...{ keyword: '#8a5ec9', string: '#448338', number: '#ab632b', comment: '#6d7586', title: '#2c7ab1' },
  },
  dark: {
    ...{ accent: '#98b3e1', dim: '#8b909c', ok: '#68c668', warn: '#dfa848', error: '#e69f9a', code: '#6bbdce' },
    ...{ keyword: '#bfa7e2', string: '#7dc270', number: '#dea67b', comment: '#89909f', title: '#80b8df' },
  },
  light: {
    ...{ accent: '#2f58a0', dim: '#636874', ok: '#276627', warn: '#775315', error: '#a33129', code: '#24616d' },
    ...{ keyword: '#6f3db6', string: '#35642b', number: '#834c21', comment: '#616877', title: '#225e88' },
  },
  contrastDark: {
    ...{ accent: '#ffff66', dim: '#e6e6e6', ok: '#7dff7d', warn: '#ffd24d', error: '#ffb3b3', code: '#80ffff' },
    ...{ keyword: '#e0c2ff', string: '#b3ffb3', number: '#ffd9b3', comment: '#e0e0e0', title: '#b3e0ff' },
  },
  contrastLight: {
    ...{ accent: '#0000b3', dim: '#1a1a1a', ok: '#004d00', warn: '#4d3300', error: '#800000', code: '#003d4d' },
    ...{ keyword: '#40007a', string: '#003d00', number: '#5c2600', comment: '#262626', title: '#00294d' },
  },
} as const satisfies Record<string, Record<ColourRole, string>>

/** The colours of a theme on a background; where the background is not known, those that can be read on any. */
export function paletteOf(name: ThemeName, background: 'dark' | 'light' | undefined): Palette {
  if (name === 'none') return {}
  if (name === 'contrast') return background === 'light' ? palettes.contrastLight : palettes.contrastDark
  const wanted = name === 'auto' ? background : name
  return wanted === undefined ? palettes.neutral : palettes[wanted]
}

/** `rgb:rrrr/gggg/bbbb`, as a terminal answers OSC 11: dark or light by its relative luminance (WCAG 2.2). */
export function backgroundOf(answer: string): 'dark' | 'light' | undefined {
  const found = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(answer)
  if (!found) return undefined
  const [r = 0, g = 0, b = 0] = found.slice(1).map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1))
  return luminanceOf(r, g, b) > 0.18 ? 'light' : 'dark'
}

/** Contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export function contrastOf(a: string, b: string): number {
  const [low = 0, high = 0] = [a, b].map((hex) => luminanceOf(...channelsOf(hex))).sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function channelsOf(hex: string): [number, number, number] {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

function luminanceOf(...rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** SGR parameters of a colour: 24 bits where the terminal has them, else the nearest of the 256. */
export function sgrOf(hex: string, trueColour: boolean): string {
  const [r, g, b] = channelsOf(hex).map((part) => Math.round(part * 255)) as [number, number, number]
  return trueColour ? `38;2;${r};${g};${b}` : `38;5;${nearest256([r, g, b])}`
}

/** The colours 16 to 255 of xterm: a cube of six steps, then greys. */
export function colour256(index: number): [number, number, number] {
  if (index >= 232) return [8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10]
  const step = (of: number) => (of === 0 ? 0 : 55 + of * 40)
  const at = index - 16
  return [step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)]
}

/** The nearest colour that is as light or as dark, so that it can be read as well. */
function nearest256([r, g, b]: [number, number, number]): number {
  const wanted = luminanceOf(r / 255, g / 255, b / 255)
  let best = { index: 16, far: Number.POSITIVE_INFINITY }
  for (let index = 16; index < 256; index++) {
    const [x, y, z] = colour256(index)
    const light = luminanceOf(x / 255, y / 255, z / 255)
    // A step of light weighs as much as a wholly different colour: contrast comes first.
    const far = ((r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2) / 3 / 255 ** 2 + (200 * (light - wanted)) ** 2 / 100
    if (far < best.far) best = { index, far }
  }
  return best.index
}
