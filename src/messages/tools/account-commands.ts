import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of `assistant calendar` and `assistant mail`. */
const ko = {
  where: '달력이 있는 곳 (CalDAV 주소, .ics 주소나 파일, 또는 iCloud·네이버 메일 주소): ',
  user: '사용자 이름: ',
  password: '비밀번호 (2단계 인증을 쓰면 앱 비밀번호, 보이지 않아요): ',
  testing: '연결해 보고 있어요…',
  wantsUser: '그 주소는 달력 파일이 아니에요. CalDAV 서버라면 --user와 --password-file을 함께 알려주세요.',
  wantsPassword: '비밀번호가 없어요. --password-file에 비밀번호가 든 파일을 알려주세요 (-는 표준 입력).',
  noPlace: (where: string) =>
    `달력이 있는 곳을 읽을 수 없어요: ${where}. https:// 주소, .ics 파일, iCloud·네이버 메일 주소 가운데 하나로 알려주세요.`,
  google:
    'Google 캘린더는 비밀번호로는 열 수 없어요. Google 캘린더 설정의 ‘내 캘린더 설정 > 캘린더 통합’에서 ‘iCal 형식의 비공개 주소’를 복사해 `assistant calendar add 주소`로 연결해 주세요. 일정을 볼 수 있어요.',
  badName: (name: string) => `이름으로 쓸 수 없어요: ${name}. 글자, 숫자, -만 32자까지 쓸 수 있어요.`,
  taken: (name: string) => `${josa(`‘${name}’`, '이라는/라는')} 이름은 이미 있어요. --name으로 다른 이름을 알려주세요.`,
  notSaved: '저장하지 않았어요.',
  addedCalendar: (name: string, calendars: string) =>
    `‘${name}’ 달력을 연결했어요${calendars ? ` (${calendars})` : ''}. “오늘 일정 알려줘”라고 말해 보세요.`,
  mailAddress: '메일 주소: ',
  host: 'IMAP 서버 (예: imap.example.com): ',
  noAddress: (address: string) => `메일 주소를 읽을 수 없어요: ${address}. name@example.com처럼 알려주세요.`,
  noHost:
    '그 주소의 메일 서버를 몰라요. --imap-host에 IMAP 서버를, 보내기도 하려면 --smtp-host에 SMTP 서버를 알려주세요.',
  microsoft:
    'Outlook과 Hotmail은 비밀번호로 IMAP을 열 수 없어요(OAuth만 받아요). 그 메일을 다루는 MCP 서버가 있다면 `assistant mcp add`로 추가해 주세요.',
  addedMail: (name: string, unread: number) =>
    `‘${name}’ 메일함을 연결했어요. 읽지 않은 메일이 ${unread.toLocaleString('en-US')}통 있어요. “새 메일 있어?”라고 말해 보세요.`,
  noneMail: '연결해 둔 메일함이 없어요. `assistant mail add`로 연결할 수 있어요.',
  mailHeads: ['이름', '주소', '서버'],
  noneCalendar: '연결해 둔 달력이 없어요. `assistant calendar add`로 연결할 수 있어요.',
  heads: ['이름', '종류', '위치'],
  kinds: { caldav: 'CalDAV', feed: '구독 주소', file: '파일' },
  calendarAnswers: (name: string) => `‘${name}’ 달력을 볼 수 있어요.`,
  mailAnswers: (name: string, unread: number) =>
    `‘${name}’ 메일함을 볼 수 있어요. 읽지 않은 메일 ${unread.toLocaleString('en-US')}통.`,
  more: { calendar: '달력 연결하기', mail: '메일 연결하기' },
  unknown: (name: string) => `${josa(`‘${name}’`, '이라는/라는')} 연결은 없어요.`,
  removed: (name: string) =>
    `‘${name}’ 연결을 지웠어요. 받아 둔 내용과 비밀번호도 지웠어요. 서버에 있는 것은 그대로예요.`,
}

const en: typeof ko = {
  where: 'Where is the calendar (CalDAV address, .ics address or file, or an iCloud or Naver mail address): ',
  user: 'User name: ',
  password: 'Password (an app password with two-step login; not shown): ',
  testing: 'Trying to connect …',
  wantsUser: 'That address is no calendar file. For a CalDAV server give --user and --password-file, too.',
  wantsPassword: 'There is no password. Name a file that holds it with --password-file (-: standard input).',
  noPlace: (where) =>
    `No calendar is found by that: ${where}. Give an https:// address, an .ics file, or an iCloud or Naver mail address.`,
  google:
    'Google Calendar opens with no password. In its settings, under “Integrate calendar”, copy “Secret address in iCal format” and run `assistant calendar add ADDRESS`. Its events can then be seen.',
  badName: (name) => `This cannot be a name: ${name}. Letters, digits and - can, up to 32.`,
  taken: (name) => `"${name}" is taken. Give another name with --name.`,
  notSaved: 'Nothing was saved.',
  addedCalendar: (name, calendars) =>
    `The calendar "${name}" is connected${calendars ? ` (${calendars})` : ''}. Try “what's on my calendar today”.`,
  mailAddress: 'Mail address: ',
  host: 'IMAP server (such as imap.example.com): ',
  noAddress: (address) => `This is no mail address: ${address}. Write it as name@example.com.`,
  noHost:
    'The mail server of that address is not known. Name the IMAP server with --imap-host, and with --smtp-host the one that sends.',
  microsoft:
    'Outlook and Hotmail open by no password any more (OAuth only). Where an MCP server looks after that mail, add it with `assistant mcp add`.',
  addedMail: (name, unread) =>
    `The mailbox "${name}" is connected; ${unread.toLocaleString('en-US')} unread. Try “any new mail?”.`,
  noneMail: 'No mailbox is connected. `assistant mail add` does that.',
  mailHeads: ['name', 'address', 'server'],
  noneCalendar: 'No calendar is connected. `assistant calendar add` does that.',
  heads: ['name', 'kind', 'where'],
  kinds: { caldav: 'CalDAV', feed: 'subscription', file: 'file' },
  calendarAnswers: (name) => `The calendar "${name}" can be read.`,
  mailAnswers: (name, unread) => `The mailbox "${name}" can be read; ${unread.toLocaleString('en-US')} unread.`,
  more: { calendar: 'connect a calendar', mail: 'connect mail' },
  unknown: (name) => `There is no "${name}".`,
  removed: (name) => `"${name}" is disconnected; its copy and password here are gone. What is on the server stays.`,
}

/** Sentences of connecting calendars and mailboxes. */
export const accountCommandMessages = { ko, en }
