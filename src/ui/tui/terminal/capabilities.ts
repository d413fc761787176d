import type { Terminal } from './terminal.ts'

/** A variable and what it looks like where the terminal has the ability. */
type Sign = readonly [variable: string, like: RegExp]

/**
 * Terminals that follow links: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda, "Supporting apps".
 */
const following: readonly Sign[] = [
  ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio)$/],
  ['TERM', /^(xterm-kitty|xterm-ghostty|foot|alacritty|contour)/],
  ['VTE_VERSION', /^([5-9]\d{3}|\d{5,})$/],
  ['KONSOLE_VERSION', /^(20120\d|2012[1-9]\d|20[2-9]\d{3}|2[1-9]\d{4})$/],
  ['WT_SESSION', /./],
]
/** tmux passes links on from 3.4. */
const passing: readonly Sign[] = [['TERM_PROGRAM_VERSION', /^(3\.([4-9]|\d\d)|[4-9]|\d\d)/]]
const osc9: readonly Sign[] = [['TERM_PROGRAM', /^(iTerm\.app|WezTerm|ghostty)$/]]
const osc99: readonly Sign[] = [['TERM', /^xterm-kitty/]]
const deep: readonly Sign[] = [['COLORTERM', /^(truecolor|24bit)$/]]
const osc777: readonly Sign[] = [['TERM', /^(foot|rxvt-unicode)/]]

/** Elsewhere OSC 9;4 would be a notification that says "4;3". */
const showingProgress: readonly Sign[] = [
  ['WT_SESSION', /./],
  ['ConEmuANSI', /^ON$/],
  ['TERM_PROGRAM', /^(ghostty|WezTerm)$/],
]

/**
 * Terminals that cut rows when they get narrower instead of breaking them; xterm.js breaks all but the row of the
 * cursor.
 */
const cutting: readonly Sign[] = [
  ['XTERM_VERSION', /./],
  ['TERM', /^(rxvt|linux|screen|st-|mlterm)/],
  ['STY', /./],
]
const xtermJs: readonly Sign[] = [['TERM_PROGRAM', /^(vscode|Hyper)$/]]

/**
 * Return what a terminal can do besides text, as far as its variables tell: better nothing than strange signs on the
 * screen. Inside tmux or screen the variables speak of a terminal that is not the one we write to. FORCE_HYPERLINK (0
 * or 1) overrules.
 */
export function capabilitiesOf(
  env: Record<string, string | undefined>,
): Pick<Terminal, 'links' | 'notices' | 'reflow' | 'trueColour' | 'progress' | 'hidesFocus'> {
  const has = (signs: readonly Sign[]) => signs.some(([name, like]) => like.test(env[name] ?? ''))
  const inside = Boolean(env.TMUX) || Boolean(env.STY)
  const links = inside ? env.TERM_PROGRAM === 'tmux' && has(passing) : has(following)
  const own = has(osc9) ? 'osc9' : has(osc99) ? 'osc99' : has(osc777) ? 'osc777' : undefined
  const notices = env.TMUX ? 'tmux' : inside ? undefined : own
  const cuts = !env.TMUX && has(cutting)
  const reflow = cuts ? undefined : has(xtermJs) && !env.TMUX ? 'others' : 'all'
  const forced = env.FORCE_HYPERLINK
  return {
    links: forced ? forced !== '0' : links,
    ...(notices ? { notices } : {}),
    ...(reflow ? { reflow } : {}),
    ...(!inside && has(showingProgress) ? { progress: true } : {}),
    ...(inside ? { hidesFocus: true } : {}),
    ...(has(deep) ? { trueColour: true } : {}),
  }
}
