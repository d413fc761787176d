import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Folders by what they are for. */
const folders: Readonly<Record<string, string>> = {
  archive: '보관함',
  trash: '휴지통',
  junk: '스팸함',
  inbox: '받은 편지함',
}
const folderName = (name: string) => folders[name.toLowerCase()] ?? name

/** Sentences of the tools of mail. */
const ko = {
  unread: (account: string, count: number) => `${account}: 읽지 않은 메일 ${count.toLocaleString('en-US')}통`,
  found: (account: string, count: number) => `${account}: 메일 ${count.toLocaleString('en-US')}통을 찾았어요`,
  inFolder: (account: string, count: number) => `${account}: 메일 ${count.toLocaleString('en-US')}통`,
  newest: (shown: number) => `가장 최근 ${shown}통이에요.`,
  searched: (count: number) =>
    `메일이 많아 가장 최근 ${count.toLocaleString('en-US')}통까지만 찾아봤어요. 기간이나 보낸 사람을 같이 말하면 더 찾을 수 있어요.`,
  none: (account: string) => `${account}: 맞는 메일이 없어요.`,
  noneUnread: (account: string) => `${account}: 읽지 않은 메일이 없어요.`,
  noSubject: '(제목 없음)',
  nobody: '(보낸 사람 없음)',
  isUnread: '읽지 않음',
  head: (from: string, to: string, at: string, subject: string) =>
    `보낸 사람: ${from}\n받는 사람: ${to}\n받은 시각: ${at}\n제목: ${subject}`,
  copies: (people: string) => `참조: ${people}`,
  answersTo: (people: string) => `답장 받을 주소: ${people}`,
  empty: '(본문이 없는 메일이에요)',
  locked: '(암호화된 메일이라 내용을 읽을 수 없어요. 인증서가 있는 메일 프로그램에서 열어 주세요.)',
  attachments: (lines: string[]) => `첨부 파일:\n${lines.join('\n')}`,
  attachment: (part: string, name: string, type: string, size: string) =>
    `- ${name || '(이름 없음)'} (${type}, ${size}) part: ${part}`,
  more: (to: number, total: number) => `… 전체 ${total}자 중 ${to}자까지예요. 이어서 읽으려면 from: ${to}`,
  cut: '… 메일이 너무 길어서 여기까지만 받았어요.',
  noAccount: (name: string, known: string) =>
    `${josa(`‘${name}’`, '이라는/라는')} 메일함은 없어요. 있는 메일함: ${known}`,
  badId: (id: string) => `메일 번호를 읽을 수 없어요: ${id}. 목록에 있는 번호(예: naver:123)를 써 주세요.`,
  noId: '메일의 번호가 필요해요. 먼저 메일 목록을 확인해 주세요.',
  noMailCalled: (words: string) =>
    words === ''
      ? '그런 메일이 메일함에 없어요.'
      : `‘${words}’ 메일을 메일함에서 찾지 못했어요. 보낸 사람이나 제목을 확인해 주세요.`,
  drafted: (subject: string, folder: string) => `‘${subject}’ 초안을 ${folder} 폴더에 넣었어요. 보내지는 않았어요.`,
  sent: (to: string) => `메일을 보냈어요: ${to}`,
  partly: (rejected: string) => `메일을 보냈지만 이 주소는 서버가 받지 않았어요: ${rejected}. 주소를 확인해 주세요.`,
  unsure: '서버가 제때 답하지 않아서 메일이 갔는지 알 수 없어요. 보낸 메일함을 확인한 뒤에 다시 보내 주세요.',
  marked: (count: number, unread: boolean) => `메일 ${count}통을 ${unread ? '읽지 않음' : '읽음'}으로 표시했어요.`,
  saved: (path: string, size: string) => `첨부 파일을 저장했어요: ${path} (${size})`,
  cardDraft: (from: string, to: string, cc: string, subject: string, text: string) =>
    `초안을 만들어요 (보내지 않아요)\n보낸 사람: ${from}\n받는 사람: ${to}${cc ? `\n참조: ${cc}` : ''}\n제목: ${subject}\n\n${text}`,
  cardSend: (from: string, to: string, cc: string, subject: string, text: string) =>
    `메일을 보내요. 되돌릴 수 없어요\n보낸 사람: ${from}\n받는 사람: ${to}${cc ? `\n참조: ${cc}` : ''}\n제목: ${subject}\n\n${text}`,
  cardMark: (mails: string, unread: boolean) => `메일을 ${unread ? '읽지 않음' : '읽음'}으로 표시해요\n${mails}`,
  cardMove: (mails: string, to: string) => `메일을 ${josa(folderName(to), '으로/로')} 옮겨요\n${mails}`,
  moved: (count: number, folder: string) => `메일 ${count}통을 ${folder} 폴더로 옮겼어요.`,
  noFolder: (name: string) => `${name} 폴더는 메일함에 없어요. 있는 폴더의 이름을 알려주세요.`,
  andMore: (count: number) => `… 외 ${count}통`,
  needSubject: '메일의 제목이 필요해요.',
  forwarded: (from: string, subject: string, text: string) =>
    `---------- 전달된 메일 ----------\n보낸 사람: ${from}\n제목: ${subject}\n\n${text}`,
  cardSave: (name: string, from: string, path: string) =>
    `첨부 파일 ${josa(`‘${name || '이름 없음'}’`, '을/를')} ${path}에 저장해요. 남이 보낸 파일이에요: ${from}`,
  people: (most: number) => `받는 사람은 1명에서 ${most}명까지예요.`,
  badAddress: (text: string) => `메일 주소를 읽을 수 없어요: ${text}. name@example.com처럼 하나씩 알려주세요.`,
  since: (text: string) => `날짜를 읽을 수 없어요: ${text}. 2026-11-23이나 ‘지난주 월요일’처럼 알려주세요.`,
}

const en: typeof ko = {
  unread: (account, count) => `${account}: ${count.toLocaleString('en-US')} unread`,
  found: (account, count) => `${account}: ${count.toLocaleString('en-US')} found`,
  inFolder: (account, count) => `${account}: ${counted(count, 'message')}`,
  newest: (shown) => `The newest ${shown} of them:`,
  searched: (count) =>
    `The mailbox is large: the search reached back ${counted(count, 'message')}. Name a time or a sender to find more.`,
  none: (account) => `${account}: no such mail.`,
  noneUnread: (account) => `${account}: no unread mail.`,
  noSubject: '(no subject)',
  nobody: '(no sender)',
  isUnread: 'unread',
  head: (from, to, at, subject) => `From: ${from}\nTo: ${to}\nDate: ${at}\nSubject: ${subject}`,
  copies: (people) => `Cc: ${people}`,
  answersTo: (people) => `Replies go to: ${people}`,
  empty: '(a mail without text)',
  locked: '(This mail is encrypted and cannot be read here. Open it in the mail program that has your certificate.)',
  attachments: (lines) => `Attachments:\n${lines.join('\n')}`,
  attachment: (part, name, type, size) => `- ${name || '(no name)'} (${type}, ${size}) part: ${part}`,
  more: (to, total) => `… ${to} of ${counted(total, 'character')}; from: ${to} goes on.`,
  cut: '… this mail is too long; only this much of it was fetched.',
  noAccount: (name, known) => `No mailbox is called "${name}". There are: ${known}`,
  badId: (id) => `This is no number of a mail: ${id}. Take one from the list, such as naver:123.`,
  noId: 'It takes the number of a mail. Look at the list first.',
  noMailCalled: (words) =>
    words === '' ? 'There is no such mail.' : `No mail "${words}" is in the mailbox. Check its sender or subject.`,
  drafted: (subject, folder) => `The draft "${subject}" is in the folder ${folder}. It was not sent.`,
  sent: (to) => `The mail is sent: ${to}`,
  partly: (rejected) => `The mail is sent, but the server took not these addresses: ${rejected}. Check them.`,
  unsure:
    'The server did not answer in time, so it is not known whether the mail went out. Look among the sent mail before sending it again.',
  marked: (count, unread) => `${count} ${count === 1 ? 'mail' : 'mails'} marked as ${unread ? 'unread' : 'read'}.`,
  saved: (path, size) => `The attachment is saved: ${path} (${size})`,
  cardDraft: (from, to, cc, subject, text) =>
    `Writes a draft (nothing is sent)\nFrom: ${from}\nTo: ${to}${cc ? `\nCc: ${cc}` : ''}\nSubject: ${subject}\n\n${text}`,
  cardSend: (from, to, cc, subject, text) =>
    `Sends a mail; nothing takes it back\nFrom: ${from}\nTo: ${to}${cc ? `\nCc: ${cc}` : ''}\nSubject: ${subject}\n\n${text}`,
  cardMark: (mails, unread) => `Marks as ${unread ? 'unread' : 'read'}\n${mails}`,
  cardMove: (mails, to) => `Moves mail to ${to}\n${mails}`,
  moved: (count, folder) => `${counted(count, 'mail')} moved to the folder ${folder}.`,
  noFolder: (name) => `The mailbox has no folder ${name}. Name one that is there.`,
  andMore: (count) => `… and ${count} more`,
  needSubject: 'A mail needs a subject.',
  forwarded: (from, subject, text) =>
    `---------- Forwarded message ----------\nFrom: ${from}\nSubject: ${subject}\n\n${text}`,
  cardSave: (name, from, path) =>
    `Saves the attachment "${name || 'no name'}" to ${path}. Somebody else made that file: ${from}`,
  people: (most) => `A mail goes to one person or up to ${most}.`,
  badAddress: (text) => `This is no mail address: ${text}. Write each as name@example.com.`,
  since: (text) => `This is no date that can be read: ${text}. Write 2026-11-23 or "last monday".`,
}

/** Sentences about mail. */
export const mailMessages = { ko, en }
