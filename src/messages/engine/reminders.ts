import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Reminders, timers and alarms: what is said when they are made, shown and told. */
const ko = {
  kinds: { reminder: '알림', timer: '타이머', alarm: '알람' },
  number: (id: string) => `${id}번`,
  already: (title: string, when: string, id: string) => `이미 맞춰 두었어요: ${title}, ${when} (${id})`,
  created: (kind: string, title: string, when: string, repeat: string, id: string) =>
    `${josa(kind, '을/를')} 맞췄어요: ${when}${repeat && ` (${repeat})`}, ${title} [${id}]`,
  repeats: {
    minute: (n: number) => `${n}분마다`,
    hour: (n: number) => (n === 1 ? '매시간' : `${n}시간마다`),
    day: (n: number) => (n === 1 ? '매일' : `${n}일마다`),
    week: (n: number, days: string) => `${n === 1 ? '매주' : `${n}주마다`}${days && ` ${days}`}`,
    month: (n: number, day: string) => `${n === 1 ? '매달' : `${n}달마다`} ${day}`,
    year: (n: number, day: string) => `${n === 1 ? '매년' : `${n}년마다`} ${day}`,
  },
  weekdays: ['월', '화', '수', '목', '금', '토', '일'],
  nth: (order: number, day: string) => `${order === -1 ? '마지막' : `${order}번째`} ${day}요일`,
  clockOf: (zone: string, clock: string) => `(${[zone, clock, '기준'].filter(Boolean).join(' ')})`,
  until: (date: string) => `${Number(date.slice(0, 2))}월 ${Number(date.slice(3))}일까지`,
  count: (n: number) => `${n}번`,
  unclearRule: {
    hours: '시각이 오전인지 오후인지 알 수 없어 만들지 않았어요. “오전 9시, 오후 1시, 저녁 7시”처럼 말씀해 주세요.',
    day: '언제 알려드릴지 알 수 없어 만들지 않았어요. “매달 25일에”나 “매년 음력 3월 5일에”처럼 날을 함께 말씀해 주세요.',
    times:
      '하루에 그만큼인지 모두 그만큼인지 알 수 없어 만들지 않았어요. 하루 여러 번이면 “매일 9시, 13시, 19시에”처럼, 끝이 있으면 “매일 8시에 3번만”처럼 말씀해 주세요.',
  },
  severalDays:
    '날이 여러 개라 만들지 않았어요. 하나씩 말씀하시거나, 되풀이된다면 “매달 1일과 15일 오전 9시에”나 “매주 월, 수요일 9시에”처럼 말씀해 주세요.',
  workday: (order: number) => `${order === -1 ? '마지막' : `${order}번째`} 평일`,
  whichDay: (said: string) =>
    `‘${said}’ 가운데 어느 날인지 몰라 아직 만들지 않았어요. “토요일 10시에”나 “12월 5일 10시에”처럼 날을 함께 말씀해 주세요.`,
  following: (times: readonly string[]) => `그다음 ${times.join(', ')}`,
  unread: (words: string, understood: string) =>
    `‘${words}’ 부분을 읽지 못해서 맞추지 않았어요. 읽은 것은 ${josa(understood, '이에요/예요')}. 다시 말씀해 주세요.`,
  monthDay: (day: number) => `${day}일`,
  lastDay: '말일',
  yearDay: (month: number, day: number) => `${month}월 ${day}일`,
  lunar: (month: number | undefined, day: number) => (month ? `매년 음력 ${month}월 ${day}일` : `매달 음력 ${day}일`),
  several: (count: number) => `알림 ${count}개가 울렸어요.`,
  more: (count: number) => `… 외 ${count}개`,
  severalDone: (count: number) => `알림 ${count}개를 끝냈어요.`,
  severalSnoozed: (count: number, when: string) => `${when}에 알림 ${count}개를 다시 알려드릴게요.`,
  choices: { done: '완료', later: '10분 뒤', tomorrow: '내일' },
  rang: (lines: readonly string[]) =>
    `[방금 울린 알림. 사용자가 했다고 하면 reminders의 complete, 미루자고 하면 snooze로 처리]\n${lines.join('\n')}`,
  none: '맞춰 둔 알림이 없어요.',
  noneCalled: (title: string, list: string) => `‘${title}’ 알림은 찾지 못했어요.\n${list}`,
  noTimer: '돌고 있는 타이머가 없어요.',
  noneOn: (day: string) => `${day}에 울릴 알림은 없어요.`,
  noneBetween: (first: string, last: string) => `${first}부터 ${last}까지 울릴 알림은 없어요.`,
  line: (id: string, when: string, title: string, repeat: string) =>
    `${id}. ${when} ${title}${repeat && ` (${repeat})`}`,
  timer: (title: string) => (/타이머$/.test(title) ? title : `${title} 타이머`),
  rangAt: (when: string) => `${when}에 울렸어요:`,
  ring: {
    reminder: (title: string) => `⏰ ${title}`,
    timer: (title: string) => `⏱ ${title} 타이머가 끝났어요.`,
    alarm: (title: string) => `⏰ ${title}`,
  },
  late: (text: string, when: string) => `${text} (${when} 알림이었어요. 그때는 알려드리지 못했어요.)`,
  missed: (text: string, count: number) => `${text} (그전 ${count}번도 놓쳤어요.)`,
  completed: (title: string) => `끝낸 일로 표시했어요: ${title}`,
  cancelled: (title: string) => `알림을 취소했어요: ${title}`,
  changed: (title: string, when: string, repeat: string, id: string) =>
    `알림을 바꿨어요: ${when}${repeat && ` (${repeat})`}, ${title} [${id}]`,
  snoozed: (title: string, when: string) => `${when}에 다시 알려드릴게요: ${title}`,
  unknown: (id: string) => `${/^\d+$/.test(id) ? `${id}번` : `‘${id}’`} 알림이 없어요. 목록을 먼저 확인해 주세요.`,
  whichOf: (list: string) => `${list}\n\n어느 것인지 “1번 알림 취소해줘”처럼 번호로 말씀해 주세요.`,
  cancelAll: (list: string, count: number) =>
    `${list}\n\n${count === 1 ? '이 알림을' : `알림 ${count}개를 모두`} 취소할까요? “응”이라고 하시면 취소할게요.`,
  which: '어느 알림인지 번호(id)가 필요해요. 목록을 먼저 확인해 주세요.',
  noneRang: '조금 전에 울린 알림이 없어요. 알림 목록에서 번호를 확인해 주세요.',
  untitled: '무엇을 알려드릴지(title)가 필요해요.',
  unplanned: {
    at: '언제인지 읽을 수 없어요. 2026-11-22T09:00+09:00이나 "내일 아침 9시"처럼 알려주세요.',
    repeat: '얼마나 자주인지 읽을 수 없어요. daily, weekly, weekdays, monthly, yearly나 "매주 월요일"처럼 알려주세요.',
    past: '이미 지난 시각이에요. 앞으로 올 시각을 알려주세요.',
  },
  minutes: '몇 분 뒤에 다시 알릴지(minutes)는 1분에서 1주일 사이여야 해요.',
}

const en: typeof ko = {
  kinds: { reminder: 'reminder', timer: 'timer', alarm: 'alarm' },
  number: (id) => `no. ${id}`,
  already: (title, when, id) => `Already set: ${title}, ${when} (${id})`,
  created: (kind, title, when, repeat, id) => `${kind} set: ${when}${repeat && ` (${repeat})`}, ${title} [${id}]`,
  repeats: {
    minute: (n) => (n === 1 ? 'every minute' : `every ${n} minutes`),
    hour: (n) => (n === 1 ? 'hourly' : `every ${n} hours`),
    day: (n) => (n === 1 ? 'daily' : `every ${n} days`),
    week: (n, days) => `${n === 1 ? 'weekly' : `every ${n} weeks`}${days && ` on ${days}`}`,
    month: (n, day) => `${n === 1 ? 'monthly' : `every ${n} months`} on ${day}`,
    year: (n, day) => `${n === 1 ? 'yearly' : `every ${n} years`} on ${day}`,
  },
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  nth: (order, day) => `the ${order === -1 ? 'last' : ['1st', '2nd', '3rd', '4th', '5th'][order - 1]} ${day}`,
  clockOf: (zone, clock) => `(${[clock, zone].filter(Boolean).join(' ')})`,
  until: (date) => `until ${date}`,
  count: (n) => `${n} times`,
  unclearRule: {
    hours: 'I cannot tell morning from evening there, so nothing was made. Say it like “9am, 1pm and 7pm”.',
    day: 'I cannot tell on which day, so nothing was made. Say it like “every month on the 25th” or “every year on May 5”.',
    times:
      'I cannot tell whether that is so often a day or in all, so nothing was made. Say “every day at 9am, 1pm and 7pm”, or “every day at 8am, only 3 times”.',
  },
  severalDays:
    'Several days are named, so no reminder was made. Say them one by one or, if it repeats, “every month on the 1st and 15th at 9am” or “every Mon and Wed at 9am”.',
  workday: (order) => `the ${order === -1 ? 'last' : ['1st', '2nd', '3rd', '4th', '5th'][order - 1]} weekday`,
  whichDay: (said) =>
    `I do not know which day of ‘${said}’ you mean, so nothing was made yet. Say the day too, like “Saturday at 10” or “December 5 at 10”.`,
  following: (times) => `then ${times.join(', ')}`,
  unread: (words, understood) =>
    `I could not read ‘${words}’, so nothing was set. I understood ${understood}. Please say it again.`,
  monthDay: (day) => `day ${day}`,
  lastDay: 'the last day',
  yearDay: (month, day) => `${month}/${day}`,
  lunar: (month, day) =>
    month ? `yearly on ${month}/${day} of the lunar calendar` : `on day ${day} of every lunar month`,
  several: (count) => `${counted(count, 'reminder')} rang.`,
  more: (count) => `… and ${count} more`,
  severalDone: (count) => `${counted(count, 'reminder is', 'reminders are')} done.`,
  severalSnoozed: (count, when) => `${counted(count, 'reminder rings', 'reminders ring')} again ${when}.`,
  choices: { done: 'Done', later: 'In 10 minutes', tomorrow: 'Tomorrow' },
  rang: (lines) =>
    `[Reminders that rang just now. If the user says it is done: reminders complete; to put off: snooze]\n${lines.join('\n')}`,
  none: 'No reminders are set.',
  noneCalled: (title, list) => `No reminder is called ‘${title}’.\n${list}`,
  noTimer: 'No timer is running.',
  noneOn: (day) => `No reminders on ${day}.`,
  noneBetween: (first, last) => `No reminders from ${first} to ${last}.`,
  line: (id, when, title, repeat) => `${id}. ${when} ${title}${repeat && ` (${repeat})`}`,
  timer: (title) => (/timer$/i.test(title) ? title : `${title} timer`),
  rangAt: (when) => `rang at ${when}:`,
  ring: {
    reminder: (title) => `⏰ ${title}`,
    timer: (title) => `⏱ The ${title} timer is over.`,
    alarm: (title) => `⏰ ${title}`,
  },
  late: (text, when) => `${text} (This was for ${when}; you could not be told then.)`,
  missed: (text, count) => `${text} (${count} earlier times were missed as well.)`,
  completed: (title) => `Marked as done: ${title}`,
  cancelled: (title) => `Reminder cancelled: ${title}`,
  changed: (title, when, repeat, id) => `Reminder changed: ${when}${repeat && ` (${repeat})`}, ${title} [${id}]`,
  snoozed: (title, when) => `You will be told again at ${when}: ${title}`,
  unknown: (id) => `There is no reminder ${id}. Please look at the list first.`,
  whichOf: (list) => `${list}\n\nPlease say which one by its number, such as “cancel reminder 1”.`,
  cancelAll: (list, count) =>
    `${list}\n\nCancel ${count === 1 ? 'this reminder' : `all ${count} reminders`}? Say “yes” and it is done.`,
  which: 'Which reminder? Its number (id) is needed; look at the list first.',
  noneRang: 'No reminder rang lately. Please look at the list for its number.',
  untitled: 'What to be reminded of (title) is needed.',
  unplanned: {
    at: 'The time cannot be read. Say it like 2026-11-22T09:00+09:00 or "tomorrow at 9am".',
    repeat: 'The repetition cannot be read. Say daily, weekly, weekdays, monthly, yearly, or "every Monday".',
    past: 'That time is over. Please name one that is still to come.',
  },
  minutes: 'Minutes until it is told again (minutes) must be between one minute and one week.',
}

export const reminderMessages = { ko, en }
