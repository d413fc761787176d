import { patternOf } from '../../std/text/pattern.ts'

type Env = Record<string, string | undefined>

/** Variables that are passed on. An allow list cannot leak a new key. */
const passed = patternOf()`
    ^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|TMPDIR|EDITOR|VIRTUAL_ENV|JAVA_HOME|
    GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME|NVM_DIR|PYENV_ROOT|SystemRoot|ComSpec|PATHEXT)$`

/** The environment of shell and code: only names known to hold no keys. */
export function bareEnv(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => passed.test(pair[0]) && pair[1] !== undefined),
  )
}

const secretLike = /key|token|secret|passw|credential|auth/i

/** The environment of desktop programs (a browser, the clipboard): everything except keys and passwords. */
export function desktopEnv(env: Env): Record<string, string> {
  const harmless = (pair: [string, string | undefined]): pair is [string, string] =>
    pair[1] !== undefined &&
    (!secretLike.test(pair[0]) || pair[0] === 'XAUTHORITY') &&
    !/:\/\/[^/@\s]*:[^/@\s]*@/.test(pair[1])
  return Object.fromEntries(Object.entries(env).filter(harmless))
}
