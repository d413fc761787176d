// Mails as programs write them. A letter is known first (who says what, and brings what along); a writer has a dialect.
import { ics } from './ics.ts'
import { encodeKorean, encodeShifted } from './korean-bytes.ts'

/** What a mail means, whoever wrote it. */
export interface Letter {
  subject: string
  from: { name: string; address: string }
  /** Paragraphs, in order. */
  text: readonly string[]
  files?: readonly { name: string; type: string; content: string }[]
  /** A text file that stands in the body, with its name. */
  inline?: { name: string; content: string }
  invitation?: string
  cc?: string
  replyTo?: string
  /** The plain alternative says nothing of it. */
  stub?: string
  /** A picture between the paragraphs. */
  picture?: true
  forwarded?: { subject: string; text: string }
  /** Letters beyond KS X 1001. */
  isBeyond?: true
}

const kim = { name: '김과장', address: 'kim@example.com' }
export const letters: readonly Letter[] = [
  { subject: '점심', from: kim, text: ['점심 같이 먹어요. 12시에 로비에서 봐요.'] },
  {
    subject: '제 3분기 예산 검토 회의 자료를 다시 보내드립니다 (수정본, 2026년 11월 24일 오전)',
    ...{ from: { name: '이대리, 재무팀', address: 'lee@example.com' }, text: ['자료를 보냅니다.', '확인 부탁드려요.'] },
  },
  {
    ...{ subject: '계약서', from: kim, text: ['계약서를 붙입니다.'] },
    files: [{ name: '계약서 최종본(2026년).pdf', type: 'application/pdf', content: '%PDF-1.4' }],
  },
  {
    subject: '뷁 똠방각하',
    from: { name: '햏자', address: 'x@example.com' },
    text: ['펲시콜라와 똠방각하를 봤어요.'],
    isBeyond: true,
  },
  { subject: '안내', from: kim, text: ['청구 금액은 12,000원이에요.'], stub: 'This message requires an HTML viewer.' },
  { subject: '빈 본문', from: kim, text: ['본문은 이쪽에만 있어요.'], stub: '' },
  {
    ...{
      subject: '답장은 여기로',
      from: { name: '알림', address: 'noreply@example.com' },
      text: ['문의는 답장으로 주세요.'],
    },
    ...{ replyTo: 'help@example.com', cc: '박차장 <park@example.com>' },
  },
  { subject: '사진', from: kim, text: ['첫째 문단이에요.', '사진 뒤의 문단이에요.'], picture: true },
  { subject: '메모', from: kim, text: ['메모를 같이 보내요.'], inline: { name: '메모.txt', content: '우유, 계란' } },
  { subject: '초대: 주간 회의', from: kim, text: ['회의에 초대해요.'], invitation: '주간 회의' },
  {
    subject: 'Fwd: 견적',
    from: kim,
    text: ['아래 견적을 봐 주세요.'],
    forwarded: { subject: '견적', text: '총 300만 원입니다.' },
  },
]

/** How a program writes. `source`: where its habits are told. */
export interface MailWriter {
  name: string
  source: string
  charset: string
  /** What it declares, if that is not what it does; '' declares nothing. */
  declares?: string
  encode(text: string): Buffer
  transfer: 'base64' | 'quoted-printable' | '8bit'
  /** How headers are encoded. */
  header: 'B' | 'Q' | 'raw' | 'split'
  body: 'plain' | 'html' | 'alternative'
  /** Names of files: RFC 2231, encoded words, or bytes as they are. */
  fileName: '2231' | 'word' | 'raw'
  /** The charset stands in the page only. */
  metaOnly?: true
  boundary?: 'unnamed' | 'unended'
  flowed?: true
  newline?: '\n'
  isKsOnly?: true
}

const utf8 = (text: string) => Buffer.from(text)
const korean = { encode: encodeKorean }

export const mailWriters: readonly MailWriter[] = [
  {
    ...{
      name: 'Outlook in Korean',
      source: 'github.com/nodemailer/mailparser/issues/31: ks_c_5601-1987',
      charset: 'ks_c_5601-1987',
    },
    ...{ ...korean, transfer: 'base64', header: 'B', body: 'alternative', fileName: 'word' },
  },
  {
    ...{ name: 'Naver mail', source: 'its web mail: UTF-8, HTML only, base64', charset: 'utf-8', encode: utf8 },
    ...{ transfer: 'base64', header: 'B', body: 'html', fileName: 'word' },
  },
  {
    ...{
      name: 'Hanmail of old',
      source: 'mailparser/issues/348: 8-bit subjects; meta euc-kr',
      charset: 'euc-kr',
      ...korean,
    },
    ...{ transfer: '8bit', header: 'raw', body: 'html', fileName: 'raw', metaOnly: true },
  },
  {
    ...{ name: 'Gmail', source: 'its web mail: alternative, base64 beyond ASCII', charset: 'UTF-8', encode: utf8 },
    ...{ transfer: 'base64', header: 'B', body: 'alternative', fileName: 'word' },
  },
  {
    ...{ name: 'Apple Mail', source: 'text, picture, text; RFC 2231 names', charset: 'utf-8', encode: utf8 },
    ...{ transfer: 'quoted-printable', header: 'Q', body: 'plain', fileName: '2231', flowed: true },
  },
  {
    ...{
      name: 'Exchange, transactional',
      source: 'github.com/barbushin/php-imap/issues/358: empty plain text',
      charset: 'utf-8',
    },
    ...{ encode: utf8, transfer: 'quoted-printable', header: 'Q', body: 'alternative', fileName: '2231' },
  },
  {
    ...{
      name: 'a Unix gateway',
      source: 'RFC 1557: ISO-2022-KR',
      charset: 'iso-2022-kr',
      encode: encodeShifted,
      isKsOnly: true,
    },
    ...{ transfer: '8bit', header: 'B', body: 'plain', fileName: 'word' },
  },
  {
    ...{ name: 'a Java program', source: 'Java calls CP949 x-windows-949', charset: 'x-windows-949', ...korean },
    ...{ transfer: 'base64', header: 'B', body: 'plain', fileName: 'word' },
  },
  {
    ...{ name: 'a program with cp949', source: 'Python and Ruby call it cp949', charset: 'cp949', ...korean },
    ...{ transfer: 'quoted-printable', header: 'Q', body: 'alternative', fileName: '2231' },
  },
  {
    ...{
      name: 'a PHP form',
      source: 'github.com/Webklex/php-imap/issues/91: no charset at all',
      charset: 'euc-kr',
      declares: '',
    },
    ...{ ...korean, transfer: '8bit', header: 'raw', body: 'plain', fileName: 'raw' },
  },
  {
    ...{
      name: 'a form that lies',
      source: 'declares utf-8, writes EUC-KR',
      charset: 'euc-kr',
      declares: 'utf-8',
      ...korean,
    },
    ...{ transfer: '8bit', header: 'raw', body: 'plain', fileName: 'raw' },
  },
  {
    ...{
      name: 'a server in Latin-1',
      source: 'declares iso-8859-1, writes UTF-8',
      charset: 'utf-8',
      declares: 'iso-8859-1',
    },
    ...{ encode: utf8, transfer: '8bit', header: 'raw', body: 'plain', fileName: 'raw' },
  },
  {
    ...{
      name: 'a phone that splits letters',
      source: 'github.com/neomutt/neomutt/issues/1015',
      charset: 'utf-8',
      encode: utf8,
    },
    ...{ transfer: 'base64', header: 'split', body: 'alternative', fileName: '2231', newline: '\n' },
  },
  {
    ...{
      name: 'a mailer that names no boundary',
      source: 'bulk mailers; found by hand',
      charset: 'utf-8',
      encode: utf8,
    },
    ...{ transfer: 'base64', header: 'B', body: 'alternative', fileName: 'word', boundary: 'unnamed' },
  },
  {
    ...{
      name: 'a mailer that was cut',
      source: 'no last boundary: messages cut by a gateway',
      charset: 'euc-kr',
      ...korean,
    },
    ...{ transfer: 'quoted-printable', header: 'B', body: 'alternative', fileName: 'word', boundary: 'unended' },
  },
]

/** The bytes of a letter in a writer's dialect; undefined where the program cannot write it. */
export function writeMail(letter: Letter, writer: MailWriter): Buffer | undefined {
  if (letter.isBeyond && writer.isKsOnly) return undefined
  // A program of one form has no other that could be empty.
  if (letter.stub !== undefined && writer.body !== 'alternative') return undefined
  const newline = writer.newline ?? '\r\n'
  const body = bodyOf(letter, writer)
  const head = [
    `From: ${nameOf(letter.from.name, writer)} <${letter.from.address}>`,
    'To: jiwoo@example.com',
    ...(letter.cc ? [`Cc: ${nameOf(letter.cc.replace(/ <.*/, ''), writer)} ${letter.cc.replace(/^.*(?=<)/, '')}`] : []),
    ...(letter.replyTo ? [`Reply-To: ${letter.replyTo}`] : []),
    ...[
      `Subject: ${encodeWords(letter.subject, writer)}`,
      'Date: Tue, 24 Nov 2026 09:00:00 +0900',
      'MIME-Version: 1.0',
    ],
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n${body}`.replace(/\r\n/g, newline), 'latin1')
}

/** A part with its headers, as letters that are bytes. */
function bodyOf(letter: Letter, writer: MailWriter): string {
  const { text, files = [], inline, invitation, picture, forwarded } = letter
  const [first = '', ...rest] = text
  const words = picture ? [textPart([first], letter, writer), pictureOf(), textPart(rest, letter, writer)] : []
  const parts = [
    ...(picture ? words : [textPart(text, letter, writer)]),
    ...(invitation ? [calendarPart(invitation)] : []),
    ...files.map(({ name, type, content }) => filePart(name, type, utf8(content), 'attachment', writer)),
    ...(inline ? [filePart(inline.name, 'text/plain', writer.encode(inline.content), 'inline', writer)] : []),
    ...(forwarded ? [forwardedPart(forwarded, writer)] : []),
  ]
  return parts.length === 1 ? (parts[0] as string) : multipart('mixed', parts, writer, 'm')
}

function multipart(kind: string, parts: readonly string[], writer: MailWriter, id: string): string {
  const boundary = `----=_Part_${id}_8231.1`
  const said = writer.boundary === 'unnamed' ? '' : `; boundary="${boundary}"`
  const end = writer.boundary === 'unended' && id === 'm' ? '' : `\r\n--${boundary}--\r\n`
  return `Content-Type: multipart/${kind}${said}\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n')}${end}`
}

const declared = ({ declares, charset, metaOnly }: MailWriter) => (metaOnly ? '' : (declares ?? charset))

function textPart(text: readonly string[], { stub }: Letter, writer: MailWriter): string {
  const plain = leaf('text/plain', stub ?? text.join('\r\n\r\n'), writer)
  if (writer.body === 'plain') return plain
  const meta = writer.metaOnly ? `<meta http-equiv="Content-Type" content="text/html; charset=${writer.charset}">` : ''
  const page = `<html><head>${meta}<style>p { margin: 0 }</style></head><body>${text.map((one) => `<p>${one}</p>`).join('\r\n')}</body></html>`
  const rich = leaf('text/html', page, writer)
  return writer.body === 'html' ? rich : multipart('alternative', [plain, rich], writer, 'a')
}

function leaf(type: string, text: string, writer: MailWriter): string {
  const charset = declared(writer)
  const flowed = writer.flowed && type === 'text/plain' ? '; format=flowed' : ''
  const head = `Content-Type: ${type}${charset ? `; charset="${charset}"` : ''}${flowed}\r\n`
  return `${head}Content-Transfer-Encoding: ${writer.transfer}\r\n\r\n${transferred(writer.encode(text), writer)}`
}

function transferred(bytes: Buffer, { transfer }: Pick<MailWriter, 'transfer'>): string {
  if (transfer === '8bit') return bytes.toString('latin1')
  if (transfer === 'base64') return bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const coded = [...bytes]
    .map((byte) => (byte > 126 || byte === 61 ? hex(byte, '=') : String.fromCharCode(byte)))
    .join('')
  return coded.replace(/(?:=..|[^=\r\n]){60}(?=[^\r\n])/g, '$&=\r\n')
}

const hex = (byte: number, mark: string) => `${mark}${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** A header's text in encoded words. */
function encodeWords(text: string, writer: MailWriter): string {
  const bytes = writer.encode(text)
  if (writer.header === 'raw') return bytes.toString('latin1')
  const charset = writer.declares === undefined || writer.declares === '' ? writer.charset : writer.declares
  // A program that splits letters counts bytes; the others count letters.
  const pieces =
    writer.header === 'split' ? splitBytes(bytes, 31) : splitText(text, 12).map((one) => writer.encode(one))
  const words = pieces.map((piece) =>
    writer.header === 'Q'
      ? `=?${charset}?Q?${[...piece].map((byte) => (byte === 32 ? '_' : hex(byte, '='))).join('')}?=`
      : `=?${charset}?B?${piece.toString('base64')}?=`,
  )
  return words.join('\r\n ')
}

const splitText = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? []
const splitBytes = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, at * length + length))

const nameOf = (name: string, writer: MailWriter) =>
  writer.header === 'raw' ? `"${writer.encode(name).toString('latin1')}"` : encodeWords(name, writer)

function filePart(name: string, type: string, bytes: Buffer, disposition: string, writer: MailWriter): string {
  const raw = writer.encode(name)
  const charset = writer.declares === undefined || writer.declares === '' ? writer.charset : writer.declares
  const coded = [...raw].map((byte) => hex(byte, '%'))
  const said = {
    '2231': [
      `filename*0*=${charset}''${coded.slice(0, 15).join('')}`,
      ...(coded.length > 15 ? [`filename*1*=${coded.slice(15).join('')}`] : []),
    ].join(';\r\n '),
    word: `filename="${encodeWords(name, writer)}"`,
    raw: `filename="${raw.toString('latin1')}"`,
  }[writer.fileName]
  const typed = type.startsWith('text/') && declared(writer) ? `${type}; charset=${declared(writer)}` : type
  return `Content-Type: ${typed}\r\nContent-Disposition: ${disposition}; ${said}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`
}

const pictureOf = () =>
  `Content-Type: image/png; name="photo.png"\r\nContent-Disposition: inline; filename="photo.png"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=`

function calendarPart(title: string): string {
  const text = ics('invite@example.com', [
    ...['DTSTART;TZID=Korea Standard Time:20261124T100000', 'DTEND;TZID=Korea Standard Time:20261124T110000'],
    ...[
      `SUMMARY:${title}`,
      'ORGANIZER;CN=Kim:mailto:kim@example.com',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:jiwoo@example.com',
    ],
  ]).replace('BEGIN:VEVENT', 'METHOD:REQUEST\r\nBEGIN:VEVENT')
  return `Content-Type: text/calendar; charset="utf-8"; method=REQUEST\r\nContent-Transfer-Encoding: base64\r\n\r\n${utf8(text).toString('base64')}`
}

function forwardedPart({ subject, text }: { subject: string; text: string }, writer: MailWriter): string {
  const inner = leaf('text/plain', text, writer)
  return `Content-Type: message/rfc822\r\n\r\nFrom: b@example.com\r\nSubject: ${encodeWords(subject, writer)}\r\n${inner}`
}
