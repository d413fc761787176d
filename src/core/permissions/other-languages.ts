/** Interpreters of other languages, with what their option for a program in the line looks like. */
const interpreters: Record<string, RegExp> = {
  ...byName('perl ruby lua luajit', /^-[a-zA-Z]*[eE]/),
  ...byName('python python2 python3 pypy pypy3', /^-[a-zA-Z]*c/),
  ...byName('node nodejs bun deno', /^(?:-[a-zA-Z]*[ep]|--eval|--print|eval$)/),
  ...byName('php', /^-[rBRE]/),
  ...byName('expect tclsh wish', /^-c/),
  ...byName('vi vim nvim view vimdiff gvim ex', /^(?:-[cS]|--cmd|\+)/),
  ...byName('emacs', /^-(?:e|-?eval|f|-funcall|l)/),
  ...byName('gdb lldb', /^-(?:ex|-eval|o|-one-line|x)/),
  ...byName('make gmake', /^(?:--eval|SHELL=|-f-)/),
}

function byName(names: string, pattern: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, pattern]))
}

/** Return true if a command's words hold a program in a language that is not read here, and that can run others. */
export function isProgramInWords(name: string, rest: readonly string[]): boolean {
  if (name === 'git') return isGitRunning(rest)
  if (/^[gmn]?awk$/.test(name)) return rest.some((word) => /system|\||@load|^-[fl]/.test(word))
  if (name === 'sed' || name === 'gsed') return isRunningSed(rest)
  // It takes a name, a file and the options in any order: what the name then runs cannot be told.
  if (name === 'hash' || name === 'enable') return rest.some((word) => /^-[a-z]*[pf]/.test(word))
  if (/^ld(?:-linux.*)?\.so/.test(name)) return true
  const own = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined
  if (!own) return false
  // Without a file it reads its program from a pipe or a here-document; editors and `make` do not.
  const isReading = !/vi|^ex$|emacs|db$|make/.test(name) && rest.every((word) => word.startsWith('-'))
  return isReading || rest.some((word) => word === '-' || own.test(word))
}

/** Return true if sed is given scripts in files, or one with `e` as a command or as a flag of `s` (GNU sed). */
function isRunningSed(rest: readonly string[]): boolean {
  if (rest.includes('--sandbox')) return false
  if (rest.some((word) => /^(?:-[a-zA-Z]*f|--file)/.test(word))) return true
  const given = rest.flatMap((word, index) => {
    if (/^-[a-zA-Z]*e$|^--expression$/.test(word)) return [rest[index + 1] ?? '']
    const own = /^(?:-[a-zA-Z]*e|--expression=)(.+)$/s.exec(word)?.[1]
    return own === undefined ? [] : [own]
  })
  return (given.length > 0 ? given : rest.filter((word) => !word.startsWith('-')).slice(0, 1)).some(runsLines)
}

function runsLines(script: string): boolean {
  for (let at = 0; at < script.length; ) {
    const [command = ''] =
      /^(?:[\s;{}!,~+$\d]|\/(?:\\.|[^/\\\n])*\/[IM]*|\\(.)(?:\\.|(?!\1)[^\\\n])*\1[IM]*)+/.exec(script.slice(at)) ?? []
    at += command.length
    const [whole, , flags = ''] =
      /^[sy]([^\\\n])(?:\\[\s\S]|(?!\1)[^\\])*\1(?:\\[\s\S]|(?!\1)[^\\])*\1(\w*)/.exec(script.slice(at)) ?? []
    const [plain] = /^(?:[aic][^\n]*|[:btTrRwW][^\n;}]*|[dDgGhHlnNpPqQxz=F#])/.exec(script.slice(at)) ?? []
    if (at < script.length && (whole ?? plain) === undefined) return true
    if (flags.includes('e')) return true
    at += (whole ?? plain ?? '').length
  }
  return false
}

/** Options, settings and subcommands of git that run what their words say. */
function isGitRunning(rest: readonly string[]): boolean {
  if (rest.some((word) => /^alias\.|=!|^ext::/.test(word))) return true
  const harmless = /^(?:user\.|color\.|advice\.|init\.defaultBranch=|core\.(?:quotepath|autocrlf)=)/i
  if (rest[0] === '-c' && harmless.test(rest[1] ?? '')) return isGitRunning(rest.slice(2))
  // Names of programs, which git takes abbreviated, too; letters mean something else in other subcommands.
  if (rest.some((word) => /^--(?:config-env|exe|extc|open|rece|upl)/.test(word))) return true
  return rest.some((word) => /^-[cuxO]/.test(word))
    ? !/^(?:add|commit|log|show|status|diff|push|pull|fetch|checkout|switch|branch|stash)$/.test(rest[0] ?? '')
    : /^(?:filter-branch|bisect|submodule|difftool|mergetool|instaweb)$/.test(rest[0] ?? '')
}
