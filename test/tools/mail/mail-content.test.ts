import { expect, test } from 'vitest'
import { parseMime } from '../../../src/std/mail/mime.ts'
import { contentOf, headerOf, peopleIn } from '../../../src/tools/mail/mail-content.ts'
import { encodeKorean } from '../../fakes/korean-bytes.ts'
import { type Letter, letters, mailWriters, writeMail } from '../../fakes/mail-writers.ts'

/** What a person has to see of a letter. */
function meant({ subject, from, text, files = [], inline, invitation, cc, replyTo, picture, forwarded }: Letter) {
  return {
    ...{ subject, from },
    words: [...text, ...(inline ? [inline.content] : []), ...(forwarded ? [forwarded.subject, forwarded.text] : [])],
    files: [
      ...(picture ? ['photo.png'] : []),
      ...files.map(({ name }) => name),
      ...(inline ? [inline.name] : []),
      ...(forwarded ? [`${forwarded.subject}.eml`] : []),
    ],
    calendars: invitation ? 1 : 0,
    cc: cc ?? '',
    replyTo: replyTo ?? '',
  }
}

/** What is seen of it; of its words those that are meant, in order, and whether letters were lost. */
function seen(bytes: Buffer, { words }: ReturnType<typeof meant>) {
  const message = parseMime(bytes)
  const { text, attachments, calendars } = contentOf(message)
  const [from] = peopleIn(message, 'from')
  let at = 0
  const found = words.filter((one) => {
    const place = text.indexOf(one, at)
    at = place < 0 ? at : place + one.length
    return place >= 0
  })
  const [other] = peopleIn(message, 'cc')
  return {
    ...{ subject: headerOf(message, 'subject'), from },
    words: text.includes('\ufffd') || /requires an HTML/.test(text) ? [`lost: ${text}`] : found,
    files: attachments.map(({ name }) => name),
    calendars: calendars.filter((ics) => ics.includes('SUMMARY:주간 회의')).length,
    cc: other ? `${other.name} <${other.address}>` : '',
    replyTo: peopleIn(message, 'reply-to')[0]?.address ?? '',
  }
}

test.each(mailWriters)('what $name writes is seen whole', (writer) => {
  const mails = letters.flatMap((letter) => {
    const bytes = writeMail(letter, writer)
    return bytes ? [{ bytes, wanted: meant(letter) }] : []
  })
  expect(mails.map(({ bytes, wanted }) => seen(bytes, wanted))).toEqual(mails.map(({ wanted }) => wanted))
})

test('there are enough of them', () => {
  const all = mailWriters.flatMap((writer) => letters.map((letter) => writeMail(letter, writer)))
  expect(all.filter(Boolean).length).toBeGreaterThan(120)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const type = (what: string) => `Content-Type: text/${what}`
const transfer = 'Content-Transfer-Encoding: base64'
const mixed = (boundary: string) => ['Subject: x', `Content-Type: multipart/mixed; boundary=${boundary}`, '']
/** Lines of mails, and what has to be seen of them; written down before they were tried. */
const habits: [habit: string, lines: (string | Buffer)[], subject: string, words: string[], files?: string[]][] = [
  ['bytes of UTF-8 and no type', ['Subject: x', '', '한글 본문'], 'x', ['한글 본문']],
  ['underscores for blanks', ['Subject: =?UTF-8?Q?Re=3A_=ED=9A=8C=EC=9D=98?=', '', 'x'], 'Re: 회의', ['x']],
  ['an encoded word behind a bracket', [`Subject: [공지]=?UTF-8?B?${base64('안내')}?=`, '', 'x'], '[공지]안내', ['x']],
  ['ISO-2022-JP', [`Subject: =?ISO-2022-JP?B?${base64('\x1b$B%F%9%H\x1b(B')}?=`, '', 'x'], 'テスト', ['x']],
  ['GB 2312', ['Subject: =?gb2312?B?xOO6ww==?=', '', 'x'], '你好', ['x']],
  [
    'a charset that nobody knows',
    ['Subject: x', type('plain; charset=unknown-8bit'), '', encodeKorean('한글이에요')],
    'x',
    ['한글이에요'],
  ],
  [
    'UTF-16',
    ['Subject: x', type('plain; charset=utf-16le'), transfer, '', Buffer.from('본문', 'utf16le').toString('base64')],
    'x',
    ['본문'],
  ],
  [
    'names of headers in lower case',
    ['subject:  low ', 'content-type:text/plain;charset="utf-8"', '', '본문'],
    'low',
    ['본문'],
  ],
  [
    'a delimiter with blanks behind it',
    [...mixed('"a b=c"'), '--a b=c   ', type('plain; charset=utf-8'), '', '본문', '--a b=c--'],
    'x',
    ['본문'],
  ],
  [
    'a name in pieces (RFC 2231)',
    [
      ...[...mixed('b'), '--b', 'Content-Type: application/pdf', 'Content-Disposition: attachment;'],
      ...[
        " filename*0*=UTF-8''%EA%B3%84%EC%95%BD;",
        ' filename*1*=%EC%84%9C%20; filename*2="final.pdf"',
        '',
        'x',
        '--b--',
      ],
    ],
    ...(['x', [], ['계약서 final.pdf']] as [string, string[], string[]]),
  ],
  [
    'escapes that are none',
    [
      'Subject: x',
      type('plain; charset=utf-8'),
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '100% =ED=95=9C=',
      '=EA=B8=80 a=ZZ',
    ],
    'x',
    ['100% 한글 a'],
  ],
  [
    'what stands before the first part',
    [...mixed('b'), 'not for people', '--b', type('plain'), '', 'text', '--b--'],
    'x',
    ['text'],
  ],
]
test.each(habits)('%s', (_, lines, subject, words, files = []) => {
  const whole = Buffer.concat(
    ['From: Kim <kim@example.com>', ...lines].map((one) =>
      Buffer.concat([Buffer.from(one as never), Buffer.from('\r\n')]),
    ),
  )
  const message = parseMime(whole)
  const { text, attachments } = contentOf(message)
  expect([headerOf(message, 'subject'), attachments.map(({ name }) => name)]).toEqual([subject, files])
  for (const one of words) expect(text).toContain(one)
  expect(text).not.toContain('not for people')
})
