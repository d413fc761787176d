import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode as encodePng } from 'fast-png'
import { encode as encodeJpeg } from 'jpeg-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fail, type Origin } from '../../src/protocol/index.ts'
import { clipboardTool } from '../../src/tools/desktop/clipboard.ts'
import { clipboardPicture } from '../../src/tools/desktop/clipboard-picture.ts'
import { hasDesktop, notifyDesktop } from '../../src/tools/desktop/desktop-notification.ts'
import { openUrl } from '../../src/tools/desktop/open-url.ts'
import { printImage } from '../../src/tools/desktop/print-image.ts'
import { settingsTool } from '../../src/tools/desktop/settings.ts'
import { pathPolicyFor } from '../../src/tools/files/path-policy.ts'
import { paintImage, pictureProtocol } from '../../src/tools/picture/paint.ts'
import { desktopEnv } from '../../src/tools/shell/environment.ts'
import { context, use } from './context.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-desktop-')))
const bin = join(base, 'bin')
const desktop = { platform: 'linux', env: { PATH: `${bin}:/usr/bin:/bin`, KEPT: base } }

function program(name: string, script: string) {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}
beforeAll(() => {
  mkdirSync(bin)
  program('xdg-open', 'printf %s "$1" > "$KEPT/opened"')
  // Like the real one: goes to the background, keeps its pipes and stays.
  program('xclip', 'if [ "$3" = -out ]; then cat "$KEPT/clip"; else cat > "$KEPT/clip"; sleep 2 & fi')
})

describe('the browser', () => {
  test('opens addresses of the web and of mail, never through a shell', async () => {
    for (const url of ['https://example.com/?q=한글&x=$(id)', 'mailto:a@b.example']) {
      expect((await use(openUrl(desktop), { url })).isError).toBeUndefined()
      expect(readFileSync(`${base}/opened`, 'utf8')).toBe(new URL(url).href)
    }
  })
  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', '--help', 'http:', 'ssh://host', '$(id)'])(
    '%s is not opened',
    async (url) => {
      writeFileSync(`${base}/opened`, 'nothing')
      expect((await use(openUrl(desktop), { url })).text).toMatch(/^열 수 없는 주소예요/)
      expect(readFileSync(`${base}/opened`, 'utf8')).toBe('nothing')
      expect(await openUrl(desktop).explain!({ url }, context())).toHaveProperty('refused')
    },
  )
  test('where there is none, that is said', async () => {
    expect(
      (await use(openUrl({ ...desktop, env: { PATH: '/nowhere' } }), { url: 'https://example.com' })).text,
    ).toContain('xdg-open')
  })
})

describe('a picture in the clipboard', () => {
  const png = Buffer.from(encodePng({ width: 1, height: 1, data: Uint8Array.of(1, 2, 3, 255) }))
  const image = { mediaType: 'image/png', data: png.toString('base64') }
  const { signal } = new AbortController()
  const only = (platform: string, name: string, script: string, env = {}) => {
    const folder = mkdtempSync(join(base, 'bin-'))
    writeFileSync(join(folder, 'picture'), png)
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
    return { platform, env: { PATH: `${folder}:/usr/bin:/bin`, KEPT: folder, ...env } }
  }

  test.each([
    ['linux', 'wl-paste', '[ "$3" = image/png ] && cat "$KEPT/picture"', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['linux', 'xclip', '[ "$4" = image/png ] && cat "$KEPT/picture"', {}],
    ['darwin', 'pngpaste', 'cat "$KEPT/picture"', {}],
    [
      'darwin',
      'osascript',
      'printf "«data PNGf%s»\\n" $(od -An -v -tx1 "$KEPT/picture" | tr -d " \\n" | tr a-f A-F)',
      {},
    ],
    ['linux', 'powershell.exe', 'base64 -w0 "$KEPT/picture"', { WSL_DISTRO_NAME: 'Debian' }],
    ['win32', 'powershell', 'base64 -w0 "$KEPT/picture"', {}],
  ])('comes byte for byte on %s by %s', async (platform, name, script, env) => {
    expect(await clipboardPicture(only(platform, name, script, env), signal)).toEqual(image)
  })

  test.each([
    ['holds text', only('linux', 'xclip', 'echo text'), { none: 'picture' }],
    ['refuses', only('linux', 'xclip', 'exit 1'), { none: 'picture' }],
    ['holds far too much', only('linux', 'xclip', 'cat "$KEPT/picture"; head -c 12000000 /dev/zero'), { none: 'size' }],
    ['no program reads', only('linux', 'other', ''), { none: 'program', programs: 'xclip, wl-paste' }],
  ])('that %s is no picture', async (_, desktop, none) => {
    expect(await clipboardPicture(desktop, signal)).toEqual(none)
  })
})

describe('a notification', () => {
  const signal = AbortSignal.timeout(60_000)
  test('shows title and words, plainly; whatever stands in them is no option and no markup', async () => {
    program('notify-send', 'for word in "$@"; do printf "%s\\n" "$word"; done > "$KEPT/notified"')
    program('canberra-gtk-play', 'printf played > "$KEPT/played"')
    const shown = { title: '--help', text: '⏰ 약 <b>먹기</b> & $(id)\n둘째 줄\u202e' }
    expect(await notifyDesktop(shown, desktop, signal)).toBe(true)
    const lines = readFileSync(`${base}/notified`, 'utf8').trimEnd().split('\n')
    expect(lines.slice(lines.indexOf('--'))).toEqual([
      '--',
      '--help',
      '⏰ 약 &lt;b&gt;먹기&lt;/b&gt; &amp; $(id) 둘째 줄',
    ])
    expect(readFileSync(`${base}/played`, 'utf8')).toBe('played')
  })
  test('is not told where no program takes it; a desktop is where a bus and a program are', async () => {
    const nowhere = { platform: 'linux', env: { PATH: '/nowhere' } }
    expect(await notifyDesktop({ title: 'a', text: 'b' }, nowhere, signal)).toBe(false)
    program('notify-send', 'exit 1')
    expect(await notifyDesktop({ title: 'a', text: 'b' }, desktop, signal)).toBe(false)
    const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }
    expect([hasDesktop(desktop), hasDesktop({ ...desktop, env: { ...desktop.env, ...bus } })]).toEqual([false, true])
    expect([
      hasDesktop({ ...nowhere, env: { ...nowhere.env, ...bus } }),
      hasDesktop({ ...nowhere, platform: 'darwin' }),
    ]).toEqual([false, true])
  })
})

describe('the clipboard', () => {
  test('is written and read, as foreign text', async () => {
    const began = performance.now()
    expect((await use(clipboardTool(desktop), { action: 'write', text: '복사 $HOME\n둘째 줄' })).text).toBe(
      '클립보드에 넣었어요(13자).',
    )
    expect(await use(clipboardTool(desktop), { action: 'read' })).toEqual({
      text: '복사 $HOME\n둘째 줄',
      untrusted: true,
      source: 'clipboard',
    })
    expect(performance.now() - began).toBeLessThan(4_000)
  })
  test('without a program the remedy is told', async () => {
    expect((await use(clipboardTool({ ...desktop, env: { PATH: '/nowhere' } }), { action: 'read' })).text).toBe(
      '클립보드 프로그램이 없어요. 다음 중 하나를 설치해 주세요: xclip, xsel, wl-paste',
    )
    expect((await use(clipboardTool(desktop), { action: 'write' })).isError).toBe(true)
    expect(await clipboardTool(desktop).explain!({ action: 'write' }, context())).toEqual({
      refused: 'write에는 text 값이 필요해요.',
    })
  })
  test('programs of the desktop get no keys', () => {
    expect(
      desktopEnv({
        DISPLAY: ':0',
        XAUTHORITY: '/x',
        FAL_KEY: 'k',
        MY_TOKEN: 't',
        REDIS_URL: 'redis://a:b@h',
        DB_PASSWORD: 'p',
      }),
    ).toEqual({
      DISPLAY: ':0',
      XAUTHORITY: '/x',
    })
  })
})

test('settings are listed, read and changed; what decides about rights or keys is not', async () => {
  const written: string[][] = []
  const tool = settingsTool({
    path: '/nowhere/config.json',
    list: () => [
      { key: 'language', value: 'ko', meaning: '언어' },
      { key: 'trusted', value: [], meaning: '폴더' },
    ],
    isLocked: (key) => key === 'trusted',
    set: async (key, value) => {
      if (value === 'xx') fail('config', {})
      written.push([key, value])
      return '/c.json'
    },
  })
  const says = async (args: object) => (await use(tool, args as never)).text
  expect(await says({ action: 'list' })).toBe('language = "ko"\ntrusted = []')
  expect(await says({ action: 'set', key: 'language', value: 'en' })).toBe(
    '저장했어요: language (/c.json). 다음에 시작할 때부터 적용돼요.',
  )
  expect(await says({ action: 'set', key: 'trusted', value: '/' })).toContain('사람만 바꿀 수 있어요')
  expect(await says({ action: 'set', key: 'language', value: 'xx' })).toBe('language에 쓸 수 없는 값이에요. 뜻: 언어')
  expect(await says({ action: 'get', key: 'nothing' })).toContain('없는 설정이에요')
  expect(await tool.explain!({ action: 'set', key: 'language', value: 'en' }, context())).toMatchObject({
    effect: '설정 바꾸기: language\n- "ko"\n+ en\n(언어)',
  })
  for (const key of ['trusted', 'nothing'])
    expect(await tool.explain!({ action: 'set', key, value: '/' }, context())).toEqual({
      refused: await says({ action: 'set', key, value: '/' }),
    })
  expect(written).toEqual([['language', 'en']])
})

describe('pictures', () => {
  // Red and green above, blue and nothing below.
  const data = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0])
  const png = Buffer.from(encodePng({ width: 2, height: 2, data, channels: 4 }))
  const image = { mediaType: 'image/png' as const, data: png.toString('base64') }
  const canvas = { columns: 40, rows: 10 }

  test('half-blocks hold two pixels each', () => {
    expect(paintImage(image, { ...canvas, protocol: 'blocks' })).toBe(
      '\x1b[38;2;255;0;0;48;2;0;0;255m▀\x1b[0;38;2;0;255;0m▀\x1b[0m\n',
    )
  })
  test('kitty gets raw pixels in chunks, iTerm the file, sixel its bands', () => {
    expect(paintImage(image, { ...canvas, protocol: 'kitty' })).toBe(
      `\x1b_Ga=T,f=32,q=2,s=2,v=2,c=1,m=0;${Buffer.from(data).toString('base64')}\x1b\\\n`,
    )
    expect(paintImage(image, { ...canvas, protocol: 'iterm' })).toBe(
      `\x1b]1337;File=inline=1;width=40;height=10;preserveAspectRatio=1:${image.data}\x07\n`,
    )
    expect(paintImage(image, { ...canvas, protocol: 'sixel' })).toBe(
      '\x1bP0;1q"1;1;2;2#180;2;100;0;0#30;2;0;100;0#5;2;0;0;100#180@?$#30?@$#5A?\x1b\\\n',
    )
  })
  test('a large picture is made to fit; a grey, a palette-free 16-bit and a JPEG one are read', () => {
    const wide = Buffer.from(
      encodePng({ width: 400, height: 100, data: new Uint8Array(400 * 100).fill(128), channels: 1 }),
    )
    const rows = paintImage(
      { mediaType: 'image/png', data: wide.toString('base64') },
      { ...canvas, protocol: 'blocks' },
    )!
      .trimEnd()
      .split('\n')
    expect([rows.length, rows[0]!.split('▀').length - 1, rows[0]!.includes('38;2;128;128;128')]).toEqual([5, 40, true])
    const deep = Buffer.from(
      encodePng({ width: 1, height: 1, data: new Uint16Array([65_535, 0, 0]), channels: 3, depth: 16 }),
    )
    expect(
      paintImage({ mediaType: 'image/png', data: deep.toString('base64') }, { ...canvas, protocol: 'blocks' }),
    ).toBe('\x1b[0;38;2;255;0;0m▀\x1b[0m\n')
    const jpeg = Buffer.from(encodeJpeg({ width: 8, height: 8, data: new Uint8Array(8 * 8 * 4).fill(255) }, 90).data)
    expect(
      paintImage({ mediaType: 'image/jpeg', data: jpeg.toString('base64') }, { ...canvas, protocol: 'blocks' }),
    ).toContain('255;255;255')
  })
  test('damaged, monstrous and foreign ones are not shown, and nothing of them reaches the terminal', () => {
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(100_000, 16)
    bomb.writeUInt32BE(100_000, 20)
    for (const bytes of [bomb, png.subarray(0, 40), Buffer.from('\x1b]52;c;x\x07')])
      expect(
        paintImage({ mediaType: 'image/png', data: bytes.toString('base64') }, { ...canvas, protocol: 'blocks' }),
      ).toBeUndefined()
    const shown = paintImage({ mediaType: 'image/gif', data: '\x1b]52;c;eA==\x07' }, { ...canvas, protocol: 'iterm' })!
    expect(shown.startsWith('\x1b]1337;')).toBe(true)
    expect([shown.split('\x1b').length, shown.indexOf('\x07')]).toEqual([2, shown.length - 2])
  })
  test('the protocol follows what terminals say of themselves', () => {
    const of = (env: Record<string, string>) => pictureProtocol(env)
    expect([
      of({ TERM: 'xterm-kitty' }),
      of({ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }),
      of({ TERM: 'foot' }),
      of({ TERM: 'xterm-256color' }),
      of({ TERM: 'dumb' }),
      of({ TERM: 'xterm-kitty', TMUX: '/tmp/x' }),
    ]).toEqual(['kitty', 'iterm', 'sixel', 'blocks', 'none', 'blocks'])
  })
  test('a picture of the allowed folders, or one made here, travels with the result; no other', async () => {
    const [work, own] = [join(base, 'work'), join(base, 'own/images')]
    for (const folder of [work, own]) mkdirSync(folder, { recursive: true })
    writeFileSync(`${work}/a.png`, png)
    writeFileSync(`${work}/b.png`, 'no picture')
    writeFileSync(`${own}/20261121T013500-000Z.png`, png)
    writeFileSync(`${base}/own/secrets.json`, 'top secret')
    symlinkSync(`${base}/own/secrets.json`, `${work}/link.png`)
    const options = { home: join(base, 'own'), userHome: base, roots: () => [work] }
    const tool = printImage(
      (turn) => pathPolicyFor(options, turn),
      own,
      async (_, origin) => origin === 'tui',
    )
    const show = (path: string) => use(tool, { path }, { cwd: work, origin: 'tui' })
    const told = async (origin: Origin) => (await use(tool, { path: 'a.png' }, { cwd: work, origin })).text
    expect(await Promise.all((['telegram', 'mcp', 'oneshot', 'voice', 'http', 'job'] as const).map(told))).toEqual([
      ...['그림을 답과 함께 보내요: a.png', '그림을 답과 함께 보내요: a.png', '그림은 이 파일에 있어요: a.png'],
      ...Array(3).fill('여기서는 그림을 볼 수 없어서 보여드리지 못했어요. 그림은 이 파일에 있어요: a.png'),
    ])
    expect(await show('a.png')).toEqual({
      text: '그림을 보여드렸어요: a.png',
      images: [image],
      data: { path: 'a.png', bytes: png.length },
    })
    expect((await show(`${own}/20261121T013500-000Z.png`)).images).toEqual([image])
    const refused = [
      'b.png',
      'link.png',
      `${base}/own/secrets.json`,
      `${own}/../secrets.json`,
      `${own}/20261121T013500-000Z.png/../../secrets.json`,
    ]
    expect(await Promise.all(refused.map(async (path) => (await show(path)).images))).toEqual(
      refused.map(() => undefined),
    )
  })
})
