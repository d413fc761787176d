import { josa } from '../../std/korean/grammar/particles.ts'

/** What the tools of mail say. */
const ko = {
  unread: (account: string, count: number) => `${account}: 읽지 않은 메일 ${count.toLocaleString('en-US')}통`,
  found: (account: string, count: number) => `${account}: 메일 ${count.toLocaleString('en-US')}통을 찾았어요`,
  inFolder: (account: string, count: number) => `${account}: 메일 ${count.toLocaleString('en-US')}통`,
  newest: (shown: number) => `가장 새로운 ${shown}통이에요.`,
  none: (account: string) => `${account}: 맞는 메일이 없어요.`,
  noneUnread: (account: string) => `${account}: 읽지 않은 메일이 없어요.`,
  noSubject: '(제목 없음)',
  nobody: '(보낸 사람 없음)',
  isUnread: '읽지 않음',
  head: (from: string, to: string, at: string, subject: string) =>
    `보낸 사람: ${from}\n받는 사람: ${to}\n받은 때: ${at}\n제목: ${subject}`,
  empty: '(글이 없는 메일이에요)',
  attachments: (lines: string[]) => `첨부 파일:\n${lines.join('\n')}`,
  attachment: (part: string, name: string, type: string, size: string) =>
    `- ${name || '(이름 없음)'} (${type}, ${size}) part: ${part}`,
  more: (to: number, total: number) => `… 전체 ${total}자 중 ${to}자까지예요. 이어서 읽으려면 from: ${to}`,
  cut: '… 메일이 너무 길어서 여기까지만 받았어요.',
  noAccount: (name: string, known: string) => `${josa(`‘${name}’`, '이라는/라는')} 메일함은 없어요. 있는 것: ${known}`,
  badId: (id: string) => `메일 번호를 읽을 수 없어요: ${id}. 목록에 있는 번호(예: naver:123)를 써 주세요.`,
  noId: '어느 메일인지 번호가 필요해요. 먼저 목록을 봐 주세요.',
  since: (text: string) => `날짜를 읽을 수 없어요: ${text}. 2026-11-23이나 ‘지난주 월요일’처럼 알려주세요.`,
}

const en: typeof ko = {
  unread: (account, count) => `${account}: ${count.toLocaleString('en-US')} unread`,
  found: (account, count) => `${account}: ${count.toLocaleString('en-US')} found`,
  inFolder: (account, count) => `${account}: ${count.toLocaleString('en-US')} messages`,
  newest: (shown) => `The newest ${shown} of them:`,
  none: (account) => `${account}: no such mail.`,
  noneUnread: (account) => `${account}: no unread mail.`,
  noSubject: '(no subject)',
  nobody: '(no sender)',
  isUnread: 'unread',
  head: (from, to, at, subject) => `From: ${from}\nTo: ${to}\nDate: ${at}\nSubject: ${subject}`,
  empty: '(a mail without text)',
  attachments: (lines) => `Attachments:\n${lines.join('\n')}`,
  attachment: (part, name, type, size) => `- ${name || '(no name)'} (${type}, ${size}) part: ${part}`,
  more: (to, total) => `… ${to} of ${total} characters; from: ${to} goes on.`,
  cut: '… this mail is too long; only this much of it was fetched.',
  noAccount: (name, known) => `No mailbox is called "${name}". There are: ${known}`,
  badId: (id) => `This is no number of a mail: ${id}. Take one from the list, such as naver:123.`,
  noId: 'It takes the number of a mail. Look at the list first.',
  since: (text) => `This is no date that can be read: ${text}. Write 2026-11-23 or "last monday".`,
}

/** What is told of mail. */
export const mailMessages = { ko, en }
