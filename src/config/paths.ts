import { isAbsolute, join, resolve } from 'node:path'

/** The folders of one person's assistant. All absolute. */
export interface Paths {
  /** Memory, agents, conversations: what is worth a backup. */
  home: string
  config: string
  secrets: string
  /** Logs, audit, queues. */
  state: string
  cache: string
  /** Sockets; gone after a restart of the machine. */
  runtime: string
}

/**
 * The folders, from ASSISTANT_HOME (then all of them are below it) or the XDG base directories
 * (https://specifications.freedesktop.org/basedir-spec/latest/; relative values are ignored, as it says).
 */
export function pathsOf(env: Record<string, string | undefined>, userHome: string, cwd: string): Paths {
  if (env.ASSISTANT_HOME) {
    const home = resolve(cwd, env.ASSISTANT_HOME)
    const inHome = (name: string) => join(home, name)
    return {
      home,
      config: inHome('config.json'),
      secrets: inHome('secrets.json'),
      state: inHome('state'),
      cache: inHome('cache'),
      runtime: inHome('run'),
    }
  }
  const baseFolder = (name: string, ...fallback: string[]) => {
    const value = env[name]
    return join(value && isAbsolute(value) ? value : join(userHome, ...fallback), 'assistant')
  }
  const [config, state] = [baseFolder('XDG_CONFIG_HOME', '.config'), baseFolder('XDG_STATE_HOME', '.local', 'state')]
  return {
    home: baseFolder('XDG_DATA_HOME', '.local', 'share'),
    config: join(config, 'config.json'),
    secrets: join(config, 'secrets.json'),
    state,
    cache: baseFolder('XDG_CACHE_HOME', '.cache'),
    runtime:
      env.XDG_RUNTIME_DIR && isAbsolute(env.XDG_RUNTIME_DIR)
        ? join(env.XDG_RUNTIME_DIR, 'assistant')
        : join(state, 'run'),
  }
}
