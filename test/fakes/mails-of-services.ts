// Mails as services and programs of today write them, each with what a person has to see of it; written after what
// their users report, none of it copied.
import { encodeKorean } from './korean-bytes.ts'

/** A mail and what is to be seen of it. */
export interface ServiceMail {
  kind: string
  bytes: Buffer
  subject: string
  /** Words that must be seen, in this order. */
  says: readonly string[]
  /** Words that nobody may see. */
  hides?: readonly string[]
  files?: readonly string[]
  /** Invitations: start in Seoul and title. */
  invites?: readonly string[]
}

const b64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')
const word = (text: string) => `=?UTF-8?B?${b64(text)}?=`
const korean = (text: string) => `=?ks_c_5601-1987?B?${b64(encodeKorean(text))}?=`
const crlf = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'))
const head = (subject: string, from = 'a@example.com') => [`From: ${from}`, `Subject: ${subject}`, 'MIME-Version: 1.0']
const html = (body: string) => ['Content-Type: text/html; charset=utf-8', '', body]
const plain = (body: string) => ['Content-Type: text/plain; charset=utf-8', '', body]
const multi = (kind: string, boundary: string, parts: readonly (readonly string[])[], more = '') => [
  `Content-Type: multipart/${kind}; boundary="${boundary}"${more}`,
  '',
  ...parts.flatMap((part) => [`--${boundary}`, ...part]),
  `--${boundary}--`,
  '',
]
const event = (method: string, lines: readonly string[]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//x//y',
  ...(method ? [`METHOD:${method}`] : []),
  'BEGIN:VEVENT',
  'UID:u1@example.com',
  'DTSTAMP:20261101T000000Z',
  ...lines,
  'END:VEVENT',
  'END:VCALENDAR',
]
const ten = ['DTSTART:20261124T010000Z', 'DTEND:20261124T020000Z']
const calendarPart = (method: string, lines: readonly string[]) => [
  `Content-Type: text/calendar; charset="UTF-8"; method=${method}`,
  '',
  ...event(method, lines),
]
const file = (name: string, type: string, content: string | Buffer) => [
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: attachment; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  b64(content),
]
/** DER: a tag, its length, its content. */
const der = (tag: number, ...inner: Buffer[]): Buffer => {
  const content = Buffer.concat(inner)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'))
const pkcs7 = (last: number) => oid(`2a864886f70d0107${last.toString(16).padStart(2, '0')}`)
const signed = (inner: Buffer) =>
  der(
    0x30,
    pkcs7(2),
    der(0xa0, der(0x30, der(2, Buffer.from([1])), der(0x31), der(0x30, pkcs7(1), der(0xa0, der(4, inner))), der(0x31))),
  )
const enveloped = der(0x30, pkcs7(3), der(0xa0, der(0x30, der(2, Buffer.from([0])), der(4, Buffer.alloc(300, 7)))))
/** Transport-neutral encapsulation (MS-OXTNEF) of one file. */
const tnef = (name: Buffer, content: Buffer) => {
  const attribute = (level: number, id: number, data: Buffer) => {
    const start = Buffer.alloc(9)
    start.writeUInt8(level)
    start.writeUInt32LE(id, 1)
    start.writeUInt32LE(data.length, 5)
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(data.reduce((a, b) => (a + b) & 0xffff, 0))
    return Buffer.concat([start, data, sum])
  }
  const begin = Buffer.from('789f3e220100', 'hex')
  return Buffer.concat([
    begin,
    attribute(1, 0x00089006, Buffer.from('00000100', 'hex')),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.concat([name, Buffer.from([0])])),
    attribute(2, 0x0006800f, content),
  ])
}

/** Each kind with what is seen of it. */
export const serviceMails: readonly ServiceMail[] = [
  {
    kind: 'Zoom: an invitation in text, the link behind a page of styles',
    bytes: crlf([
      ...head(word('Zoom 회의 초대 - 주간 점검'), 'no-reply@zoom.us'),
      ...multi('alternative', 'z1', [
        plain(
          '회의에 초대합니다.\r\n시간: 2026년 11월 24일 10:00 AM 서울\r\nhttps://zoom.us/j/123?pwd=abc\r\n회의 ID: 123 4567 8901\r\n암호: 9x7',
        ),
        html(
          '<style>.a{color:red}</style><p>회의에 초대합니다.</p><p>시간: 2026년 11월 24일 10:00 AM 서울</p><a href="https://zoom.us/j/123?pwd=abc">참가</a><p>회의 ID: 123 4567 8901</p><p>암호: 9x7</p>',
        ),
      ]),
    ]),
    subject: 'Zoom 회의 초대 - 주간 점검',
    says: ['10:00 AM', 'https://zoom.us/j/123?pwd=abc', '123 4567 8901', '9x7'],
    hides: ['color:red'],
  },
  {
    kind: 'Teams: alternatives with a calendar as the third',
    bytes: crlf([
      ...head('Design sync'),
      ...multi('alternative', '_000_x_', [
        plain('________________\r\nMicrosoft Teams\r\nJoin: https://teams.microsoft.com/l/meetup-join/19%3ameeting'),
        html(
          '<div>________________</div><div>Microsoft Teams</div><a href="https://teams.microsoft.com/l/meetup-join/19%3ameeting">Join</a>',
        ),
        calendarPart('REQUEST', [
          ...ten,
          'SUMMARY;LANGUAGE=en-US:Design sync',
          'ORGANIZER;CN=Lee:mailto:lee@example.com',
        ]),
      ]),
    ]),
    subject: 'Design sync',
    says: ['Microsoft Teams', 'teams.microsoft.com/l/meetup-join'],
    invites: ['REQUEST 2026-11-24 10:00 Design sync'],
  },
  {
    kind: 'Webex: the calendar as a file of the mixed part, base64',
    bytes: crlf([
      ...head('Webex meeting invitation: Review'),
      ...multi('mixed', 'w', [
        html('<p>Lee invites you to a Webex meeting.</p>'),
        [
          'Content-Type: text/calendar; name="Webex_Meeting.ics"; method=REQUEST; charset="utf-8"',
          'Content-Transfer-Encoding: base64',
          'Content-Disposition: attachment; filename="Webex_Meeting.ics"',
          '',
          b64(event('REQUEST', [...ten, 'SUMMARY:Review']).join('\r\n')),
        ],
      ]),
    ]),
    subject: 'Webex meeting invitation: Review',
    says: ['Lee invites you'],
    files: ['Webex_Meeting.ics'],
    invites: ['REQUEST 2026-11-24 10:00 Review'],
  },
  {
    kind: 'Google: the calendar twice, inside the alternatives and as a file',
    bytes: crlf([
      ...head(word('초대장: 점심 @ 2026년 11월 24일 (화)')),
      ...multi('mixed', 'g', [
        multi('alternative', 'h', [plain('점심에 초대되었습니다.'), calendarPart('REQUEST', [...ten, 'SUMMARY:점심'])]),
        file('invite.ics', 'application/ics', event('REQUEST', [...ten, 'SUMMARY:점심']).join('\r\n')),
      ]),
    ]),
    subject: '초대장: 점심 @ 2026년 11월 24일 (화)',
    says: ['점심에 초대되었습니다.'],
    files: ['invite.ics'],
    invites: ['REQUEST 2026-11-24 10:00 점심'],
  },
  {
    kind: 'Google: called off',
    bytes: crlf([
      ...head(word('취소된 일정: 점심')),
      ...multi('alternative', 'h', [
        plain('일정이 취소되었습니다.'),
        calendarPart('CANCEL', [...ten, 'STATUS:CANCELLED', 'SUMMARY:점심']),
      ]),
    ]),
    subject: '취소된 일정: 점심',
    says: ['일정이 취소되었습니다.'],
    invites: ['CANCEL 2026-11-24 10:00 점심'],
  },
  {
    kind: 'an answer to an invitation (REPLY)',
    bytes: crlf([
      ...head('Accepted: Lunch'),
      ...multi('alternative', 'h', [
        plain('Lee has accepted.'),
        calendarPart('REPLY', [...ten, 'SUMMARY:Lunch', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee@example.com']),
      ]),
    ]),
    subject: 'Accepted: Lunch',
    says: ['Lee has accepted.'],
    invites: ['REPLY 2026-11-24 10:00 Lunch'],
  },
  {
    kind: 'Naver Works: HTML alone, in EUC-KR, quoted-printable',
    bytes: crlf([
      ...head(korean('[네이버웍스] 일정에 초대되었습니다')),
      'Content-Type: text/html; charset=euc-kr',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      [
        ...encodeKorean(
          '<table><tr><td>일정명</td><td>팀 회의</td></tr><tr><td>일시</td><td>11월 24일 10:00</td></tr></table>',
        ),
      ]
        .map((one) =>
          one > 126 || one === 61 ? `=${one.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(one),
        )
        .join(''),
    ]),
    subject: '[네이버웍스] 일정에 초대되었습니다',
    says: ['일정명', '팀 회의', '일시', '11월 24일 10:00'],
  },
  {
    kind: 'Hiworks: 8-bit EUC-KR that nobody declares, subject and body',
    bytes: Buffer.concat([
      Buffer.from('From: hiworks@example.com\r\nSubject: '),
      encodeKorean('전자결재 문서가 도착했습니다'),
      Buffer.from('\r\n\r\n'),
      encodeKorean('기안자: 김과장\r\n문서: 휴가 신청서'),
    ]),
    subject: '전자결재 문서가 도착했습니다',
    says: ['기안자: 김과장', '문서: 휴가 신청서'],
  },
  {
    kind: 'Doodle: alternatives whose plain text is empty lines',
    bytes: crlf([
      ...head('Doodle: Pick a time'),
      ...multi('alternative', 'd', [
        plain('\r\n \r\n'),
        html('<p>Minji asks you: <b>Team dinner</b></p><p>Tue 24 Nov, 18:00</p>'),
      ]),
    ]),
    subject: 'Doodle: Pick a time',
    says: ['Team dinner', 'Tue 24 Nov, 18:00'],
  },
  {
    kind: 'an airline: hidden preheader, tables in tables',
    bytes: crlf([
      ...head(word('[대한항공] 여정안내서')),
      ...html(
        '<div style="display:none;max-height:0">미리보기 문구&zwnj;&nbsp;&zwnj;</div><table><tr><td><table><tr><td>예약번호</td><td>ABC123</td></tr><tr><td>KE703</td><td>ICN 10:10 → NRT 12:30</td></tr></table></td></tr></table>',
      ),
    ]),
    subject: '[대한항공] 여정안내서',
    says: ['예약번호', 'ABC123', 'KE703', 'ICN 10:10 → NRT 12:30'],
    hides: ['미리보기'],
  },
  {
    kind: 'KTX: a ticket, its barcode inline, entities for Korean',
    bytes: crlf([
      ...head(word('승차권 구매 내역')),
      ...multi('related', 'k', [
        html('<p>&#49436;&#50872; &rarr; &#48512;&#49328; KTX 037</p><p>8호차 12A</p><img src="cid:bar">'),
        [
          'Content-Type: image/png; name="bar.png"',
          'Content-ID: <bar>',
          'Content-Transfer-Encoding: base64',
          '',
          'iVBORw0KGgo=',
        ],
      ]),
    ]),
    subject: '승차권 구매 내역',
    says: ['서울 → 부산 KTX 037', '8호차 12A'],
    files: ['bar.png'],
  },
  {
    kind: 'SRT: the name of the ticket split over lines of RFC 2231 and in words',
    bytes: crlf([
      ...head(word('SRT 승차권')),
      ...multi('mixed', 's', [
        plain('첨부를 확인하세요.'),
        [
          `Content-Type: application/pdf; name="${word('승차권.pdf')}"`,
          "Content-Disposition: attachment; filename*0*=UTF-8''%EC%8A%B9%EC%B0%A8;",
          ' filename*1*=%EA%B6%8C.pdf',
          'Content-Transfer-Encoding: base64',
          '',
          b64('%PDF'),
        ],
      ]),
    ]),
    subject: 'SRT 승차권',
    says: ['첨부를 확인하세요.'],
    files: ['승차권.pdf'],
  },
  {
    kind: 'a hospital: text in base64 lines of odd length, utf-8 with a byte order mark',
    bytes: crlf([
      ...head(word('진료 예약 안내')),
      'Content-Type: text/plain; charset=UTF-8',
      'Content-Transfer-Encoding: BASE64',
      '',
      ...(b64('\ufeff홍길동님, 11월 24일(화) 오전 10시 20분 정형외과 예약입니다.').match(/.{1,57}/g) ?? []),
    ]),
    subject: '진료 예약 안내',
    says: ['홍길동님, 11월 24일(화) 오전 10시 20분 정형외과 예약입니다.'],
    hides: ['\ufeff'],
  },
  {
    kind: 'GitHub: a notification with its foot',
    bytes: crlf([
      ...head('Re: [a/b] Fix it (#12)', 'Lee <notifications@github.com>'),
      ...multi('alternative', '--==_mimepart_1', [
        plain(
          '@lee commented on this pull request.\r\n\r\n> +  return 1\r\n\r\nLooks good\r\n\r\n-- \r\nReply to this email directly',
        ),
        html('<p>@lee commented on this pull request.</p><pre>&gt; +  return 1</pre><p>Looks good</p>'),
      ]),
    ]),
    subject: 'Re: [a/b] Fix it (#12)',
    says: ['@lee commented', '+  return 1', 'Looks good'],
  },
  {
    kind: 'a mailing list digest (RFC 1153 as multipart/digest)',
    bytes: crlf([
      ...head('list Digest, Vol 3, Issue 4'),
      ...multi('mixed', 'o', [
        plain('Today’s topics: two'),
        multi('digest', 'i', [
          ['', 'From: one@example.com', 'Subject: First', '', 'first words'],
          ['Content-Type: message/rfc822', '', 'From: two@example.com', 'Subject: Second', '', 'second words'],
        ]),
      ]),
    ]),
    subject: 'list Digest, Vol 3, Issue 4',
    says: ['two', 'First', 'first words', 'Second', 'second words'],
    files: ['First.eml', 'Second.eml'],
  },
  {
    kind: 'a Korean shop: the charset in the page alone, and wrong in the header',
    bytes: Buffer.concat([
      crlf([
        ...head(korean('주문하신 상품이 발송되었습니다')),
        'Content-Type: text/html; charset=iso-8859-1',
        'Content-Transfer-Encoding: 8bit',
        '',
        '',
      ]),
      encodeKorean(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=euc-kr"></head><body>운송장 6890-1234 <b>오늘 도착</b></body></html>',
      ),
    ]),
    subject: '주문하신 상품이 발송되었습니다',
    says: ['운송장 6890-1234', '오늘 도착'],
  },
  {
    kind: 'an advertisement: its subject in two charsets',
    bytes: crlf([...head(`${word('(광고) 겨울 ')} =?euc-kr?B?${b64(encodeKorean('할인전'))}?=`), ...plain('최대 50%')]),
    subject: '(광고) 겨울 할인전',
    says: ['최대 50%'],
  },
  {
    kind: 'a bank: an encrypted page as a file beside a short text',
    bytes: crlf([
      ...head(word('[국민은행] 보안메일')),
      ...multi('mixed', 'b', [
        html('<p>첨부된 보안메일을 열어 생년월일 6자리를 입력하세요.</p>'),
        file('보안메일.html', 'text/html', '<html><script>var s="AES...";</script>암호화</html>'),
      ]),
    ]),
    subject: '[국민은행] 보안메일',
    says: ['생년월일 6자리를 입력하세요.'],
    hides: ['AES', 'var s'],
    files: ['보안메일.html'],
  },
  {
    kind: 'a card company: the page inline without a name, the same page as a file',
    bytes: crlf([
      ...head(word('11월 이용대금 명세서')),
      ...multi('mixed', 'c', [
        html('<p>결제금액 123,400원</p>'),
        [
          'Content-Type: text/html; charset=utf-8; name=statement.html',
          'Content-Disposition: attachment',
          '',
          '<p>비밀</p>',
        ],
      ]),
    ]),
    subject: '11월 이용대금 명세서',
    says: ['결제금액 123,400원'],
    hides: ['비밀'],
    files: ['statement.html'],
  },
  {
    kind: 'S/MIME: clear-signed',
    bytes: crlf([
      ...head('signed'),
      ...multi(
        'signed',
        'm',
        [plain('clear words'), file('smime.p7s', 'application/pkcs7-signature', 'x')],
        '; protocol="application/pkcs7-signature"; micalg=sha-256',
      ),
    ]),
    subject: 'signed',
    says: ['clear words'],
    files: ['smime.p7s'],
  },
  {
    kind: 'S/MIME: signed, the message inside the signature',
    bytes: crlf([
      ...head('opaque'),
      'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="smime.p7m"',
      '',
      b64(signed(crlf(plain('words inside a signature')))),
    ]),
    subject: 'opaque',
    says: ['words inside a signature'],
  },
  {
    kind: 'S/MIME: encrypted',
    bytes: crlf([
      ...head('secret'),
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      '',
      b64(enveloped),
    ]),
    subject: 'secret',
    says: [],
    files: ['smime.p7m'],
  },
  {
    kind: 'PGP: encrypted (RFC 3156)',
    bytes: crlf([
      ...head('...'),
      ...multi('encrypted', 'p', [
        ['Content-Type: application/pgp-encrypted', '', 'Version: 1'],
        [
          'Content-Type: application/octet-stream; name="encrypted.asc"',
          'Content-Disposition: inline; filename="encrypted.asc"',
          '',
          '-----BEGIN PGP MESSAGE-----',
          'hQEMA',
          '-----END PGP MESSAGE-----',
        ],
      ]),
    ]),
    subject: '...',
    says: [],
    hides: ['Version: 1', 'hQEMA'],
    files: ['', 'encrypted.asc'],
  },
  {
    kind: 'Outlook: winmail.dat with a file inside',
    bytes: crlf([
      ...head(word('자료')),
      ...multi('mixed', 't', [
        plain('자료를 보냅니다.'),
        file('winmail.dat', 'application/ms-tnef', tnef(encodeKorean('계획.xlsx'), Buffer.from('PK'))),
      ]),
    ]),
    subject: '자료',
    says: ['자료를 보냅니다.'],
    files: ['계획.xlsx'],
  },
  {
    kind: 'a boundary that never ends, the mail cut off',
    bytes: crlf([
      ...head('cut'),
      'Content-Type: multipart/mixed; boundary=q',
      '',
      '--q',
      ...plain('first part'),
      '--q',
      ...file('a.bin', 'application/octet-stream', 'abc'),
    ]),
    subject: 'cut',
    says: ['first part'],
    files: ['a.bin'],
  },
  {
    kind: 'a boundary with a blank at its end and in no quotes',
    bytes: crlf([
      ...head('odd'),
      'Content-Type: multipart/mixed; boundary=b o ',
      '',
      '--b o',
      ...plain('words of odd'),
      '--b o--',
    ]),
    subject: 'odd',
    says: ['words of odd'],
  },
  {
    kind: 'the boundary of the inside begins with that of the outside',
    bytes: crlf([
      ...head('prefix'),
      ...multi('mixed', 'aa', [
        multi('alternative', 'aab', [plain('inner words'), html('<p>inner words</p>')]),
        file('x.txt.bin', 'application/octet-stream', 'x'),
      ]),
    ]),
    subject: 'prefix',
    says: ['inner words'],
    files: ['x.txt.bin'],
  },
  {
    kind: 'forwarded within forwarded',
    bytes: crlf([
      ...head('Fwd: Fwd: deep'),
      ...multi('mixed', 'f1', [
        plain('outer'),
        [
          'Content-Type: message/rfc822',
          '',
          ...head('Fwd: deep'),
          ...multi('mixed', 'f2', [
            plain('middle'),
            ['Content-Type: message/rfc822', '', ...head('deep'), ...plain('innermost')],
          ]),
        ],
      ]),
    ]),
    subject: 'Fwd: Fwd: deep',
    says: ['outer', 'middle', 'innermost'],
    files: ['Fwd: deep.eml', 'deep.eml'],
  },
  {
    kind: 'a forwarded message whose bytes are in base64',
    bytes: crlf([
      ...head('Fwd: b64'),
      ...multi('mixed', 'e', [
        plain('see below'),
        [
          'Content-Type: message/rfc822',
          'Content-Transfer-Encoding: base64',
          '',
          b64(crlf([...head('kept'), ...plain('kept words')])),
        ],
      ]),
    ]),
    subject: 'Fwd: b64',
    says: ['see below', 'kept words'],
    files: ['kept.eml'],
  },
  {
    kind: 'a bounce: report, its headers',
    bytes: crlf([
      ...head('Undelivered Mail Returned to Sender', 'MAILER-DAEMON@example.com'),
      ...multi(
        'report',
        'r',
        [
          plain('I could not deliver it.'),
          [
            'Content-Type: message/delivery-status',
            '',
            'Reporting-MTA: dns; mx',
            '',
            'Final-Recipient: rfc822; no@example.com',
            'Action: failed',
            'Status: 5.1.1',
          ],
          ['Content-Type: text/rfc822-headers', '', 'Subject: original'],
        ],
        '; report-type=delivery-status',
      ),
    ]),
    subject: 'Undelivered Mail Returned to Sender',
    says: ['could not deliver', 'no@example.com', '5.1.1', 'Subject: original'],
  },
  {
    kind: 'quoted-printable with broken escapes and lower case',
    bytes: crlf([
      ...head('qp'),
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'a=3Db =ea=b0=80 50%=',
      ' off = =ZZ end',
    ]),
    subject: 'qp',
    says: ['a=b 가 50% off', 'end'],
  },
  {
    kind: 'a subject whose Q words hold raw blanks',
    bytes: crlf([...head('=?utf-8?Q?Your order 12=2F3 is_here?='), ...plain('x')]),
    subject: 'Your order 12/3 is here',
    says: ['x'],
  },
  {
    kind: 'a folded subject, its second line an encoded word split inside a letter',
    bytes: crlf([
      'From: a@example.com',
      `Subject: =?UTF-8?B?${Buffer.from('안녕하세요').subarray(0, 7).toString('base64')}?=`,
      ` =?UTF-8?B?${Buffer.from('안녕하세요').subarray(7).toString('base64')}?=`,
      ...plain('x'),
    ]),
    subject: '안녕하세요',
    says: ['x'],
  },
  {
    kind: 'UTF-16 text in base64',
    bytes: crlf([
      ...head('utf16'),
      'Content-Type: text/plain; charset=utf-16',
      'Content-Transfer-Encoding: base64',
      '',
      b64(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('유니코드', 'utf16le')])),
    ]),
    subject: 'utf16',
    says: ['유니코드'],
  },
  {
    kind: 'windows-1252 quotes in iso-8859-1',
    bytes: Buffer.concat([
      crlf([
        ...head('quotes'),
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: 8bit',
        '',
        '',
      ]),
      Buffer.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x80, 0x35]),
    ]),
    subject: 'quotes',
    says: ['“Hi” €5'],
  },
  {
    kind: 'text in uuencode inside the body (old Outlook)',
    bytes: crlf([...head('uu'), ...plain('words before\r\n\r\nbegin 644 note.txt\r\n#0V%T\r\n`\r\nend\r\n')]),
    subject: 'uu',
    says: ['words before'],
    files: ['note.txt'],
  },
  {
    kind: 'yahoo: text, picture and text, each with a name of its own',
    bytes: crlf([
      ...head('album'),
      ...multi('mixed', 'y', [
        plain('first'),
        [
          'Content-Type: image/jpeg',
          'Content-Disposition: inline; filename=IMG_1.jpg',
          'Content-Transfer-Encoding: base64',
          '',
          '/9j/',
        ],
        plain('second'),
      ]),
    ]),
    subject: 'album',
    says: ['first', 'second'],
    files: ['IMG_1.jpg'],
  },
  {
    kind: 'KakaoTalk: an exported talk as a text file without a type',
    bytes: crlf([
      ...head(word('카카오톡 대화')),
      ...multi('mixed', 'n', [
        plain('대화를 보내요'),
        [
          'Content-Disposition: attachment; filename="KakaoTalkChats.txt"',
          'Content-Transfer-Encoding: base64',
          '',
          b64('2026년 11월 24일, 김과장 : 네'),
        ],
      ]),
    ]),
    subject: '카카오톡 대화',
    says: ['대화를 보내요'],
    hides: ['김과장 : 네'],
    files: ['KakaoTalkChats.txt'],
  },
  {
    kind: 'no header but a subject, blank lines first, lines end in LF',
    bytes: Buffer.from('\n\nSubject: bare\n\nbare words\n'),
    subject: 'bare',
    says: ['bare words'],
  },
  {
    kind: 'a body of HTML that calls itself plain text',
    bytes: crlf([
      ...head('lies'),
      ...plain('<!DOCTYPE html><html><head><style>p{}</style></head><body><p>real words</p></body></html>'),
    ]),
    subject: 'lies',
    says: ['real words'],
    hides: ['<p>', 'p{}'],
  },
]
