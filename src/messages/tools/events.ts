import { josa } from '../../std/korean/grammar/particles.ts'

/** What the tools of calendars say. */
const ko = {
  none: (days: string) => `${days.endsWith('까지') ? `${days}는` : `${days}에는`} 일정이 없어요.`,
  noneFound: (query: string, days: string) => `${days}에서 ‘${query}’ 일정을 찾지 못했어요.`,
  span: (first: string, last: string) => `${first}부터 ${last}까지`,
  allDay: '하루 종일',
  until: (day: string) => `${day}까지`,
  untitled: '(제목 없음)',
  more: (count: number) => `… 그 밖에 ${count}개가 더 있어요. 기간을 줄이면 모두 볼 수 있어요.`,
  unread: (count: number) => `⚠ 읽을 수 없는 일정 ${count}개는 빠졌어요.`,
  free: (days: string) => `네, ${/\d$/.test(days) ? `${days}에는` : josa(days, '은/는')} 비어 있어요.`,
  busy: (days: string) => `${days.endsWith('까지') ? days : `${days}에는`} 일정이 있어요.`,
  slots: (slots: string) => `비어 있는 시간(9시~18시): ${slots}`,
  noSlots: '9시부터 18시까지는 비어 있는 시간이 없어요.',
  when: (text: string) => `날짜를 읽을 수 없어요: ${text}. 2026-11-23이나 ‘다음 주 화요일’처럼 알려주세요.`,
  order: '끝나는 때가 시작하는 때보다 앞이에요. 다시 확인해 주세요.',
  long: '한 번에 400일까지 볼 수 있어요. 기간을 줄여 주세요.',
  noAccount: (name: string, known: string) => `‘${name}’ 달력은 없어요. 있는 달력: ${known}`,
  zone: (clock: string, zone: string) => `${zone} ${clock}`,
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
}

/** What is told of events of a calendar. */
export const eventMessages = { ko, en }
