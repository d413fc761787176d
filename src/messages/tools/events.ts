import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of the tools of calendars. */
const ko = {
  none: (days: string) => `${days.endsWith('까지') ? `${days}는` : `${days}에는`} 일정이 없어요.`,
  noneFound: (query: string, days: string) =>
    `${days.endsWith('까지') ? `${days}는` : `${days}에는`} ‘${query}’ 일정이 없어요.`,
  span: (first: string, last: string) => `${first}부터 ${last}까지`,
  allDay: '하루 종일',
  until: (day: string) => `${day}까지`,
  untitled: '(제목 없음)',
  more: (count: number) => `… ${count}개가 더 있어요. 기간을 줄이면 모두 볼 수 있어요.`,
  unread: (count: number) => `⚠ 읽을 수 없는 일정 ${count}개는 빠졌어요.`,
  free: (days: string) => `네, ${/\d$/.test(days) ? `${days}에는` : josa(days, '은/는')} 비어 있어요.`,
  busy: (days: string) => `${days.endsWith('까지') ? days : `${days}에는`} 일정이 있어요.`,
  slots: (slots: string) => `비어 있는 시간(9시~18시): ${slots}`,
  noSlots: '9시부터 18시까지는 비어 있는 시간이 없어요.',
  when: (text: string) => `날짜를 읽을 수 없어요: ${text}. 2026-11-23이나 ‘다음 주 화요일’처럼 알려주세요.`,
  order: '끝나는 시각이 시작하는 시각보다 빨라요. 다시 확인해 주세요.',
  long: '한 번에 400일까지 볼 수 있어요. 기간을 줄여 주세요.',
  noAccount: (name: string, known: string) => `‘${name}’ 달력은 없어요. 있는 달력: ${known}`,
  zone: (clock: string, zone: string) => `${zone} ${clock}`,
  needTitle: '일정의 제목이 필요해요.',
  needStart: '일정의 날짜와 시각이 필요해요. 언제인지 알려주세요.',
  needId: '일정의 번호가 필요해요. 먼저 일정 목록을 확인해 주세요.',
  unknownId: (id: string) => `${id} 일정을 찾지 못했어요. 일정 목록을 다시 확인하고 대괄호 안의 번호를 써 주세요.`,
  readOnly: (account: string) => `${account} 달력은 보기만 할 수 있어요. 원래 달력 프로그램에서 바꿔 주세요.`,
  noServer: '쓸 수 있는 달력이 없어요. `assistant calendar add`로 CalDAV 달력을 연결해 주세요.',
  seriesTime:
    '반복 일정 전체의 시각은 여기서 바꿀 수 없어요. 이번 일정만 옮기거나, 전체는 원래 달력 프로그램에서 바꿔 주세요.',
  nothing: '바꿀 내용이 없어요. 새 시각이나 제목, 장소를 알려주세요.',
  repeat: (text: string) => `반복 규칙을 읽을 수 없어요: ${text}. ‘매주 월요일’처럼 알려주세요.`,
  thisTime: '이번 일정만',
  everyTime: '반복 일정 전체',
  cardNew: (title: string, lines: string, calendar: string) =>
    `‘${title}’ 일정을 만들어요\n${lines}\n달력: ${calendar}`,
  cardChange: (title: string, lines: string, which: string) =>
    `‘${title}’ 일정을 바꿔요${which ? ` (${which})` : ''}\n${lines}`,
  cardDelete: (title: string, when: string, which: string) =>
    `‘${title}’ 일정을 지워요${which ? ` (${which})` : ''}\n${when}`,
  made: (title: string, when: string) => `‘${title}’ 일정을 넣었어요: ${when}`,
  changed: (title: string, when: string) => `‘${title}’ 일정을 바꿨어요: ${when}`,
  deleted: (title: string, when: string) => `‘${title}’ 일정을 지웠어요: ${when}`,
}

const en: typeof ko = {
  none: (days) => `There is nothing on the calendar ${days}.`,
  noneFound: (query, days) => `Nothing called "${query}" was found ${days}.`,
  span: (first, last) => `from ${first} to ${last}`,
  allDay: 'all day',
  until: (day) => `until ${day}`,
  untitled: '(no title)',
  more: (count) => `… and ${count} more. A shorter stretch of days shows all of them.`,
  unread: (count) =>
    `⚠ ${count} ${count === 1 ? 'event' : 'events'} could not be read and ${count === 1 ? 'is' : 'are'} missing here.`,
  free: (days) => `Yes, you are free ${days}.`,
  busy: (days) => `There is something ${days}.`,
  slots: (slots) => `Free between 9:00 and 18:00: ${slots}`,
  noSlots: 'Nothing is free between 9:00 and 18:00.',
  when: (text) => `This is no date that can be read: ${text}. Write 2026-11-23 or "next tuesday".`,
  order: 'It ends before it begins. Check the times.',
  long: 'At most 400 days can be seen at once. Ask for fewer.',
  noAccount: (name, known) => `No calendar is called "${name}". There are: ${known}`,
  zone: (clock, zone) => `${clock} ${zone}`,
  needTitle: 'An event needs a title.',
  needStart: 'It takes a date and a time.',
  needId: 'It takes the number of the event. Look at the events first.',
  unknownId: (id) => `No event ${id} was found. Look at the events again and take the number in brackets.`,
  readOnly: (account) => `The calendar ${account} can only be read. Change it where it comes from.`,
  noServer: 'There is no calendar that can be written. Connect one over CalDAV with `assistant calendar add`.',
  seriesTime:
    'The times of all of what repeats cannot be changed here. Move this one only, or change all where the calendar comes from.',
  nothing: 'There is nothing to change. Say a new time, title or place.',
  repeat: (text) => `How it repeats cannot be read: ${text}. Write it as "every Monday".`,
  thisTime: 'this one only',
  everyTime: 'every time of it',
  cardNew: (title, lines, calendar) => `Creates the event "${title}"\n${lines}\nCalendar: ${calendar}`,
  cardChange: (title, lines, which) => `Changes the event "${title}"${which ? ` (${which})` : ''}\n${lines}`,
  cardDelete: (title, when, which) => `Deletes the event "${title}"${which ? ` (${which})` : ''}\n${when}`,
  made: (title, when) => `"${title}" is on the calendar: ${when}`,
  changed: (title, when) => `"${title}" is changed: ${when}`,
  deleted: (title, when) => `"${title}" is deleted: ${when}`,
}

/** Sentences about events of a calendar. */
export const eventMessages = { ko, en }
