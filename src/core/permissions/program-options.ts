import { patternOf } from '../../std/text/pattern.ts'

/** Parts of the names of options whose value is a program, in whatever command: `--compress-program`, `-exec`. */
const speaking = patternOf()`
    ^--?(?:[a-z]+-)*(?:exec|execute|execdir|command|cmd|prog|program|pager|editor|shell|rsh|entrypoint|hook)
    (?:-[a-z]+)*(?:=|$)`

/** Options whose names do not say it, by command (https://gtfobins.github.io, "argument injection"). */
const silent: Readonly<Record<string, RegExp>> = {
  rg: /^--(?:pre|hostname-bin)(?:=|$)/,
  fd: /^-[a-zA-Z]*[xX]/,
  fdfind: /^-[a-zA-Z]*[xX]/,
  tar: /^-[a-zA-Z]*[IF]|exec=/,
  man: /^-[a-zA-Z]*[PH]/,
  rsync: /^-[a-zA-Z]*e/,
  scp: /^-[a-zA-Z]*[SoD]/,
  sftp: /^-[a-zA-Z]*[SoD]/,
  split: /^--filter(?:=|$)/,
  zip: /^-[a-zA-Z]*TT/,
}

/**
 * Return what the options of a command name as programs to run, each with the words behind it; empty where no option
 * does. git has a reader of its own.
 */
export function programsOfOptions(name: string, rest: readonly string[]): string[] {
  if (name === 'git') return []
  const own = Object.hasOwn(silent, name) ? silent[name] : undefined
  return rest.flatMap((word, at) => {
    if (!word.startsWith('-') || !(speaking.test(word) || own?.test(word))) return []
    const value = /=(?:exec=)?(.*)$/s.exec(word)?.[1]
    return [value ?? rest.slice(at + 1).join(' ')]
  })
}
