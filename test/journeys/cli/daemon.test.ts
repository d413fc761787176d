import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome, run, start } from '../../cli/assistant.ts'

test.runIf(process.platform === 'linux')(
  'a service is given what leads to the home, to keys and to servers, and no key; which keys it cannot read is told',
  async () => {
    const home = freshHome()
    const key = 'sk-only-in-this-shell-0001'
    const env = bareEnv(home, {
      // Nothing of a service manager is in reach: the file is all that is made.
      ...{ PATH: join(home, 'nothing'), XDG_CONFIG_HOME: join(home, 'config') },
      ...{ TELEGRAM_BOT_TOKEN: '123456789:AAtestTESTtestTESTtestTESTtestTEST', ANTHROPIC_API_KEY: key },
      OPENAI_API_KEY_FILE: 'openai.key',
    })
    const { code, err } = await run(['daemon', 'install'], env)
    const path = join(home, 'config/systemd/user/assistant.service')
    const text = readFileSync(path, 'utf8')
    expect([...text.matchAll(/^Environment="(.*)"$/gm)].map(([, pair]) => pair)).toEqual([
      `ASSISTANT_HOME=${home}`,
      `XDG_CONFIG_HOME=${join(home, 'config')}`,
      'TZ=Asia/Seoul',
      ...['LANG', 'LC_ALL'].flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
      `PATH=${join(home, 'nothing')}`,
      'OLLAMA_HOST=127.0.0.1:9',
      `OPENAI_API_KEY_FILE=${join(process.cwd(), 'openai.key')}`,
    ])
    expect([code, statSync(path).mode & 0o777, text.includes(key) || err.includes(key)]).toEqual([0, 0o600, false])
    expect(err).toContain('이 셸에만 있는 키는 서비스가 읽지 못해요: ANTHROPIC_API_KEY, TELEGRAM_BOT_TOKEN.')
    expect((await run(['daemon', 'uninstall'], env)).code).toBe(0)
    expect((await run(['daemon', 'uninstall'], env)).err).toContain('지울 것이 없어요')
  },
)

test.runIf(process.platform === 'linux')(
  'a daemon that nobody hears says so at once and with a reminder; one that hangs is told as hanging, and can be ended',
  async () => {
    const env = bareEnv(freshHome())
    const daemon = start(['daemon'], env)
    onTestFinished(() => void daemon.kill('SIGKILL'))
    let log = ''
    daemon.stderr?.on('data', (text) => (log += text))
    await expect.poll(() => log, { timeout: 30_000 }).toContain('알려드릴 곳이 없어요')
    const promised = await run(['10분 뒤에 약 먹으라고 알려줘'], env)
    expect([promised.out, promised.err]).toEqual([
      expect.stringContaining('약'),
      expect.stringContaining('알려드릴 곳이 없어요'),
    ])
    daemon.kill('SIGSTOP')
    const hung = await run(['daemon', 'status', '--json'], env)
    expect([hung.code, JSON.parse(hung.out)]).toEqual([1, { pid: daemon.pid, hung: true }])
    const stopped = await run(['daemon', 'stop'], env)
    expect([stopped.code, stopped.err.includes('대답 없던 데몬을 끝냈어요')]).toEqual([0, true])
    expect((await run(['daemon', 'status', '--json'], env)).out.trim()).toBe('null')
  },
  180_000,
)

/** What systemctl does with the one service of a user: reads its file, runs it with its variables alone, ends it. */
const systemctl = `#!/bin/bash
unit=$XDG_CONFIG_HOME/systemd/user/assistant.service
begin() {
  mapfile -t variables < <(sed -n 's/^Environment="\\(.*\\)"$/\\1/p' "$unit")
  eval "words=($(sed -n 's/^ExecStart=//p' "$unit"))"
  env -i HOME="$HOME" "\${variables[@]}" "\${words[@]}" >/dev/null 2>&1 </dev/null &
  echo $! >"$unit.pid"
}
finish() {
  pid=$(cat "$unit.pid" 2>/dev/null) && kill "$pid" && tail --pid="$pid" -f /dev/null
  rm -f "$unit.pid"
}
case "$2 $3" in
  'enable --now' | 'start assistant') [ -f "$unit.pid" ] || begin ;;
  'disable --now' | 'stop assistant') finish ;;
esac
exit 0
`

test.runIf(process.platform === 'linux')(
  'a service that is installed takes the place of a daemon that runs, has the PATH of this shell, and that of another after another install',
  async () => {
    const home = freshHome()
    const bin = join(home, 'bin')
    mkdirSync(bin)
    for (const [path, text] of [
      [`${bin}/systemctl`, systemctl],
      [`${bin}/loginctl`, '#!/bin/bash\necho no\n'],
    ] as const) {
      writeFileSync(path, text)
      chmodSync(path, 0o755)
    }
    const shell = (PATH: string) => bareEnv(home, { PATH, XDG_CONFIG_HOME: join(home, 'config') })
    const [first, second] = [`${bin}:${process.env.PATH}`, `${bin}:${process.env.PATH}:/opt/new`].map(shell) as [
      NodeJS.ProcessEnv,
      NodeJS.ProcessEnv,
    ]
    const pid = async () =>
      JSON.parse((await run(['daemon', 'status', '--json'], first)).out)?.pid as number | undefined
    onTestFinished(async () => void (await run(['daemon', 'stop'], first)))
    expect((await run(['daemon', 'start'], first)).code).toBe(0)
    const own = (await pid()) ?? 0
    const installed = await run(['daemon', 'install'], first)
    const service = (await pid()) ?? 0
    expect([installed.code, service === own, installed.err.includes(`pid ${service}`)]).toEqual([0, false, true])
    for (const shown of [`PATH=${first.PATH}`, 'loginctl enable-linger']) expect(installed.err).toContain(shown)
    const variables = (of: number) => readFileSync(`/proc/${of}/environ`, 'utf8').split('\0')
    expect(variables(service)).toContain(`PATH=${first.PATH}`)
    expect((await run(['daemon', 'status'], first)).err).not.toContain('이 셸과 달라요')
    expect((await run(['daemon', 'status'], second)).err).toContain('이 셸과 달라요')
    expect((await run(['daemon', 'install'], second)).code).toBe(0)
    expect(variables((await pid()) ?? 0)).toContain(`PATH=${second.PATH}`)
    expect((await run(['daemon', 'uninstall'], second)).code).toBe(0)
    expect(await pid()).toBeUndefined()
  },
  120_000,
)
