// The daemon as it is shipped, a bot and a model on loopback, and one person who can be let in.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { modelServer, type Script } from '../fakes/model-server.ts'
import { type Sent, TelegramServer } from '../fakes/telegram-server.ts'

export const owner = 4242

export interface WorldOptions {
  home?: string
  /** Where the daemon is started. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** With the models of a service that has a light one, which is asked behind turns. */
  light?: true
}

/** Without a script the offline engine answers. */
export async function world(
  script: readonly Script[] = [],
  { home = freshHome(), cwd, env: more = {}, light }: WorldOptions = {},
) {
  const server = await TelegramServer.open()
  onTestFinished(() => server.close())
  const model = await modelServer(...script)
  onTestFinished(() => model.close())
  // A server of one's own has no light model: every request is an answer's, unless a test chooses otherwise.
  const provider = light
    ? { ASSISTANT_PROVIDER: 'openai', OPENAI_API_KEY: 'sk-test-0000000000000000', OPENAI_BASE_URL: model.openai }
    : { ASSISTANT_PROVIDER: 'compatible', ASSISTANT_COMPATIBLE_URL: model.openai }
  const env = bareEnv(home, {
    ...{ TELEGRAM_API_ROOT: server.url, TELEGRAM_BOT_TOKEN: server.token, ASSISTANT_TELEGRAM_MERGE_MS: '0' },
    ...(script.length > 0 ? provider : {}),
    ...more,
  })
  const program = resolve('bin/assistant.js')
  const daemon = spawn(process.execPath, [program, 'daemon'], { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void daemon.kill('SIGKILL'))
  let log = ''
  daemon.stderr.setEncoding('utf8').on('data', (text) => (log += text))
  await server.until(() => server.of('getUpdates').length > 1)
  /** What is answered next in the chat. */
  const answered = async (act: () => void, from = owner) => {
    const before = server.texts(from).length
    act()
    // A message that still grows ends with its sign.
    await server.until(() => server.texts(from).length > before && !server.texts(from).at(-1)?.endsWith(' ▍'))
    return server.texts(from).at(-1) ?? ''
  }
  const asked = (text: string, from = owner) => answered(() => server.say(from, text), from)
  const letIn = async () => {
    const code = /pair (\w{8})/.exec(await asked('/start'))?.[1] ?? ''
    const paired = await run(['telegram', 'pair', code, '-w', 'default', '--profile', 'me'], env)
    await server.until(() => server.texts(owner).length > 1)
    return paired
  }
  const grant = (what: string) => run(['telegram', 'grant', String(owner), what], env)
  /** The newest message with buttons, and what its buttons send. */
  const card = async (): Promise<{ card: Sent; data(label: string): string }> => {
    await server.until(() => server.sent.some((one) => one.markup?.inline_keyboard))
    const found = server.sent.findLast((one) => one.markup?.inline_keyboard) as Sent
    const keys: { text: string; callback_data: string }[] = found.markup.inline_keyboard.flat()
    return { card: found, data: (label) => keys.find(({ text }) => text === label)?.callback_data ?? '' }
  }
  return { home, env, server, model, daemon, asked, answered, letIn, grant, card, log: () => log }
}

/** The exit status of a daemon that ends by itself. */
export const ends = async (daemon: ChildProcess): Promise<number | null> =>
  daemon.exitCode === null ? (await once(daemon, 'exit'))[0] : daemon.exitCode
