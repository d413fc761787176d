import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'
import { documentAnswerMessages } from './document-answers.ts'
import { ruleReplyMessages } from './rule-replies.ts'

/** A number as it is told: `text` grouped, `about` if digits were left out. */
export interface ToldFact {
  text: string
  unit: string
  about: boolean
}

const before = ['$', '€', '£']
const withUnit = ({ text, unit }: ToldFact, blank: string) => {
  if (!before.includes(unit))
    return text + (/^[a-z]/i.test(unit) ? ` ${unit}` : blank && unit !== '%' && unit ? `${blank}${unit}` : unit)
  return text.startsWith('-') ? `-${unit}${text.slice(1)}` : unit + text
}
/** Units that are written with letters and read as words. */
const unitsAloud: Record<string, string> = {
  ...{
    km: '킬로미터',
    m: '미터',
    cm: '센티미터',
    mm: '밀리미터',
    '㎡': '제곱미터',
    '㎠': '제곱센티미터',
    '㎢': '제곱킬로미터',
    ha: '헥타르',
  },
  ...{ 'km/h': '킬로미터', mph: '마일', 'm/s': '미터' },
  ...{ kg: '킬로그램', g: '그램', L: '리터', mL: '밀리리터', '℃': '도', '℉': '도' },
  ...{ TB: '테라바이트', GB: '기가바이트', MB: '메가바이트', KB: '킬로바이트' },
}
const english: Record<string, string> = {
  원: 'won',
  달러: 'dollars',
  유로: 'euros',
  엔: 'yen',
  위안: 'yuan',
  파운드: 'pounds',
  평: 'pyeong',
  마일: 'miles',
  피트: 'feet',
  인치: 'inches',
  야드: 'yards',
  온스: 'ounces',
  갤런: 'gallons',
  컵: 'cups',
  톤: 'tons',
  에이커: 'acres',
  제곱피트: 'square feet',
  제곱마일: 'square miles',
  노트: 'knots',
  큰술: 'tablespoons',
  작은술: 'teaspoons',
  파인트: 'pints',
  쿼트: 'quarts',
  개월: 'months',
  년: 'years',
  초: 'seconds',
  분: 'minutes',
  시간: 'hours',
  일: 'days',
  주: 'weeks',
  명: 'people',
  개: '',
}
const anglicise = (told: ToldFact): ToldFact => ({
  ...told,
  unit: english[told.unit] ?? (/[가-힣]/.test(told.unit) ? '' : told.unit),
})

/** True for a rule whose words end in a time or a day that takes 에: not "매일", "한 번씩", "간격으로". */
const namesTime =
  /(?:(?:[시분반각오정날말욜\d]|(?<![매격])일|평일|주말|\d ?[AP]M|(?<!동|주)간)|(?:매년|해마다|매해) \S+|\d\d)$(?<!(?:씩|마다|번|동안|매일|매년|해마다|매달|매주|시간))/

/** "mondays at 7" and "third thursday of every month" with the words that a sentence has before them. */
const onDays = (often: string) =>
  often
    .replace(/^(?=(?:first|second|third|fourth|fifth|last|\d(?:st|nd|rd|th)) )/i, 'the ')
    .replace(/^(?=the |weekends\b|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)/i, 'on ')

/** Lines as a list. */
const bulleted = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const koTools: Record<string, string> = {
  calculator: '계산',
  datetime: '날짜와 시간',
  save_memory: '기억하기',
  read_file: '파일 읽기',
  list_files: '파일 목록 보기',
  write_file: '파일 쓰기',
  reminders: '알림',
  schedule: '예약한 일',
  timer: '타이머',
  search_documents: '문서에서 찾기',
  read_documents: '문서 훑어보기',
  update_memory: '기억 지우기',
  search_memory: '기억에서 찾기',
}
const enTools: Record<string, string> = {
  calculator: 'arithmetic',
  datetime: 'dates and times',
  save_memory: 'remembering',
  read_file: 'reading files',
  list_files: 'listing files',
  write_file: 'writing files',
  reminders: 'reminders',
  schedule: 'scheduling',
  timer: 'timers',
  search_documents: 'searching documents',
  read_documents: 'reading documents',
  update_memory: 'forgetting',
  search_memory: 'searching memory',
}
const koConnect = 'AI 모델 연결: `assistant setup`'
const enConnect = 'to connect an AI model: `assistant setup`'

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim()).length

/** A note that ends as notes do, "… 못 먹음": nobody says that aloud. */
const isNoted = (fact: string) => /[음함됨임봄심김감삶]$|[^가-힣\d]$/.test(fact)

/** Sentences of the offline engine. It never sounds like a model, and every "no" tells the way on. */
const ko = {
  lacks: (tool: string) =>
    `지금은 ${josa(koTools[tool] ?? tool, '을/를')} 쓸 수 없어요. 이 자리에서 허용된 도구에 없어서요. \`assistant tools\`로 확인할 수 있어요.`,
  failed: (why: string) => `죄송해요, 처리하지 못했어요. ${why}`,
  notAsked:
    '이 작업은 확인이 필요합니다. 여기서는 여쭤볼 수 없어서 하지 않았어요. `assistant` 대화 화면에서 다시 부탁해 주세요.',
  denied: '허용하지 않으셔서 하지 않았어요.',
  notDone: '방금 일은 하지 않았으니 되돌릴 것이 없어요. 그 앞의 일은 “되돌려줘”로 되돌려요.',
  unfinished: '끝났는지 확인하지 못했어요. 결과를 직접 확인해 주세요.',
  hello: (name?: string) => `안녕하세요${name ? `, ${name}님` : ''}! 계산, 날짜, 기억할 일이 있으면 말씀해 주세요.`,
  thanks: '도움이 됐다니 기뻐요. 언제든 불러 주세요.',
  bye: '네, 다음에 또 불러 주세요.',
  sorry: '괜찮아요. 천천히 말씀해 주세요.',
  ready: '네, 필요한 게 있으면 말씀해 주세요.',
  praise: '고마워요. 더 필요한 게 있으면 말씀해 주세요.',
  result: (told: ToldFact) => {
    const spoken = unitsAloud[told.unit] ?? ''
    const ending = spoken && josa(spoken, '이에요/예요').slice(spoken.length)
    const value = withUnit(told, '')
    return `${told.about ? '약 ' : ''}${ending ? value + ending : josa(value, '이에요/예요')}.`
  },
  dealt: (each: ToldFact, left: ToldFact) =>
    `${withUnit(each, '')}씩 나누면 ${josa(withUnit(left, ''), '이/가')} 남아요.`,
  geun: (said: string, count: number) => {
    const weighs = (each: number) => `${(count * each).toLocaleString('en-US')} g`
    const name = /\d/.test(said) ? `${said}근` : `${said} 근`
    return `고기 ${name}은 ${weighs(600)}, 채소나 과일 ${name}은 ${weighs(400)}이에요.`
  },
  rememberWhat: '무엇을 기억할지 적혀 있지 않아 저장하지 못했어요. “내 이름은 철수라고 기억해줘”처럼 말씀해 주세요.',
  remembered: (line: string) => `기억했어요: ${line}`,
  heard: '네, 알겠어요.',
  stated: (text: string) =>
    `네, 이 대화에서는 그렇게 알고 있을게요. 계속 기억하길 바라시면 “${text} 기억해줘”라고 말씀해 주세요.`,
  knew: (fact: string) => `네, 기억하고 있어요: ${fact}`,
  forgotten: (line: string) => `기억에서 지웠어요: ${line}`,
  recalled: (fact: string, said: boolean) => {
    if (said) return `아까 이렇게 말씀하셨어요: ${fact}`
    const plain = fact.replace(/(?<=[\dA-Za-z가-힣])(?:이야|이에요|예요|입니다)$|(?<=[\dA-Za-z])야$/, '')
    return isNoted(fact) ? `기억하고 있어요: ${fact}` : `${josa(plain, '이라고/라고')} 알려주셨어요.`
  },
  originless:
    '무엇을 말씀하시는지 몰라요. “내 생일 어떻게 알았어?”처럼 물어봐 주세요. 앞의 대화에 이어 묻는 명령은 `assistant -c "왜 그렇게 알고 있어?"`예요.',
  notRemembered: '그건 기억해 둔 게 없어요. 알려주시면 기억할게요.',
  nearNotes: (facts: string[]) => `가까운 기억:\n${bulleted(facts)}`,
  everything: (facts: string[]) => `이렇게 기억하고 있어요.\n${bulleted(facts)}`,
  searched: (result: string) =>
    /^\s*- /.test(result) ? `기억에서 찾았어요.\n${result.trim()}` : '그건 기억해 둔 게 없어요. 알려주시면 기억할게요.',
  /** The line that fits best, with the message that it came from. */
  origin: (result: string) =>
    /^\s*- /.test(result) ? (result.trim().split('\n')[0] ?? '').replace(/^- /, '') : '그건 기억해 둔 것이 아니에요.',
  fileText: (path: string, text: string) => `${path} 내용이에요.\n\n\`\`\`\n${text.trimEnd()}\n\`\`\``,
  files: (path: string, text: string, isCounted = false) =>
    `${path === '.' ? '이 폴더' : path}에 ${isCounted ? `${linesOf(text)}개 있어요` : '있는 파일이에요'}.\n\n${text.trimEnd()}`,
  written: (path: string) => `${path}에 저장했어요.`,
  ...documentAnswerMessages.ko,
  ...ruleReplyMessages.ko,
  digest: (name: string, lines: number, words: number, headings: string[]) =>
    `${name}: ${lines.toLocaleString('en-US')}줄, ${words.toLocaleString('en-US')}단어${headings.length ? `\n${headings.map((line) => `- ${line}`).join('\n')}` : ''}`,
  digestOnly: `모델 없이는 내용을 판단하거나 요약할 수 없어서 줄 수와 첫머리만 보여드렸어요. ${koConnect}`,
  moreCases: (count: number) => `… 외 ${count}개`,
  reminded: (when: string, title: string) => `${when}에 알려드릴게요: ${title}`,
  repeated: (often: string, title: string, first: string) =>
    `${often}${namesTime.test(often) ? '에' : ''} 알려드릴게요: ${title} (첫 알림: ${first})`,
  timed: (length: string, when: string) => `${length} 타이머를 시작했어요. ${when}에 알려드릴게요.`,
  howToRemind: (text: string) => `알려드릴까요? “${text} 알려줘”라고 하시면 그때 알려드려요.`,
  offered: {
    remind: (words: string) => `${words} 알려줘`,
    note: (words: string) => `${words} 기억해줘`,
    event: (words: string) => `${words} 일정에 추가해줘`,
    schedule: (words: string) => `${words} 살펴보고 말해줘`,
  },
  offer: {
    remind: (sentence: string, when: string) =>
      `알려드릴까요? “${sentence}” (${when}) 맞으면 “응”, 아니면 다시 말씀해 주세요.`,
    note: (sentence: string) => `기억할까요? “${sentence}” 맞으면 “응”, 아니면 다시 말씀해 주세요.`,
    event: (sentence: string, when: string) =>
      `일정에 넣을까요? “${sentence}” (${when}) 맞으면 “응”, 아니면 다시 말씀해 주세요.`,
    schedule: (sentence: string) => `그때마다 해 드릴까요? “${sentence}” 맞으면 “응”, 아니면 다시 말씀해 주세요.`,
  },
  past: (when: string) => `${josa(when, '은/는')} 이미 지나서 알려드릴 수 없어요. 앞으로 올 시각으로 말씀해 주세요.`,
  alarm: '알람',
  schedule: (reminders: string, known: string[]) =>
    [
      ...known.map((fact) => `· ${fact}`),
      reminders,
      '달력은 아직 연결되지 않아서, 맞춰 둔 알림과 기억한 것만 보여드려요. `assistant calendar add`로 연결할 수 있어요.',
    ]
      .filter(Boolean)
      .join('\n'),
  alsoReminders: (list: string) => `알림:\n${list}`,
  eventWhen: (title: string) =>
    `‘${title}’ 일정을 언제로 넣을지 적혀 있지 않아 넣지 않았어요. “내일 오후 3시”처럼 시간을 함께 말씀해 주세요.`,
  whenMissing: '언제 알려드릴지 적혀 있지 않아 만들지 못했어요. “내일 아침 9시에”처럼 시간을 함께 말씀해 주세요.',
  repeats: {
    daily: (clock: string) => `매일 ${clock}`,
    weekdays: (clock: string) => `평일마다 ${clock}`,
    weekly: (clock: string, weekday: string) => `매주 ${weekday} ${clock}`,
    monthly: (clock: string, day: string) => `매달 ${day}일 ${clock}`,
    yearly: (clock: string, day: string) => `매년 ${day} ${clock}`,
  },
  tooOften:
    '그 간격으로는 반복해서 알려드리지 못해요. “매일 오전 9시에”, “매주 월요일에”, “매달 25일에”처럼 말씀해 주세요.',
  oneTime:
    '하루만 울리는 알림은 한 번에 한 시각만 맞춰요. 하나씩 말씀하시거나, 날마다면 “매일 9시, 13시, 19시에”처럼 말씀해 주세요.',
  countedFrom: (words: string) =>
    `‘${words}’: 그때가 언제인지 몰라 알림을 만들지 않았어요. 날짜나 시각을 함께 말씀해 주세요.`,
  howToRename: '무엇으로 바꿀까요? “제목을 면접으로 바꿔줘”처럼 말씀해 주세요.',
  manual: (lines: string[]) => `이렇게 할 수 있어요.\n${bulleted(lines)}`,
  nearManual: (lines: string[]) =>
    `꼭 맞는 설명은 못 찾았어요. 가장 가까운 명령이에요. 모두 보려면: \`assistant --help\`\n${bulleted(lines)}`,
  restUnread: (parts: string[]) =>
    `${parts.map((one) => `‘${one}’`).join(', ')} 부분은 읽지 못해 하지 않았어요. 그 부분만 다시 말씀해 주세요.`,
  unreadWord: (word: string) => `‘${word}’ 부분을 읽지 못해 알림을 만들지 않았어요. 언제인지 다시 말씀해 주세요.`,
  noDate: '달력이나 시계에 없는 시각이에요. 날짜와 요일, 시각을 다시 확인해 주세요.',
}

const en: typeof ko = {
  lacks: (tool) =>
    `${capitalise(enTools[tool] ?? tool)} is not available here: no such tool is allowed at this place. See \`assistant tools\`.`,
  failed: (why) => `Sorry, that did not work. ${why}`,
  notAsked:
    'This needs a confirmation and nobody can be asked here, so it was not done. Please ask again in the chat of `assistant`.',
  denied: 'You did not allow it, so nothing was done.',
  notDone: 'That was not done, so there is nothing to take back. “Undo” takes back the one before.',
  unfinished: 'I could not see whether it finished. Please check the result yourself.',
  hello: (name) => `Hello${name ? `, ${name}` : ''}! Tell me what to calculate, look up in the calendar or remember.`,
  thanks: 'You are welcome. Call me any time.',
  bye: 'Goodbye, call me any time.',
  sorry: 'That is all right. Take your time.',
  ready: 'All right. Tell me if you need anything.',
  praise: 'Thank you. Tell me if you need anything else.',
  result: (told) => `${told.about ? 'About ' : ''}${withUnit(anglicise(told), ' ')}.`,
  dealt: (each, left) => `${withUnit(anglicise(each), ' ')} each, and ${withUnit(anglicise(left), ' ')} left over.`,
  geun: (_, geuns) =>
    `${geuns} geun ${geuns === 1 ? 'is' : 'are'} ${geuns * 600} g of meat, or ${geuns * 400} g of vegetables or fruit.`,
  rememberWhat:
    'It does not say what to remember, so nothing could be saved: I cannot guess it. Try “remember that my name is Ann”.',
  remembered: (line) => `I will remember: ${line}`,
  heard: 'I see, thank you for telling me.',
  stated: (text) => `I will know that in this conversation. To have it remembered, say “remember that ${text}”.`,
  knew: (fact) => `Yes, I have that noted: ${fact}`,
  forgotten: (line) => `Forgotten: ${line}`,
  recalled: (fact, said) => (said ? `You said earlier: ${fact}` : `I have this noted: ${fact}`),
  originless:
    'I cannot tell what you mean. Name it: “how do you know my birthday?” To go on with what was said before: `assistant -c "how do you know that?"`',
  notRemembered: "I don't know: nothing about that is noted. Tell me and I will remember it.",
  nearNotes: (facts) => `Nearest notes:\n${bulleted(facts)}`,
  everything: (facts) => `I remember this.\n${bulleted(facts)}`,
  searched: (result) =>
    /^\s*- /.test(result) ? `Found in memory:\n${result.trim()}` : "I don't know: nothing about that is noted.",
  origin: (result) =>
    /^\s*- /.test(result)
      ? (result.trim().split('\n')[0] ?? '').replace(/^- /, '')
      : 'That is nothing that I have noted.',
  fileText: (path, text) => `This is ${path}.\n\n\`\`\`\n${text.trimEnd()}\n\`\`\``,
  files: (path, text, isCounted = false) =>
    `${isCounted ? counted(linesOf(text), 'thing') : 'Files'} in ${path === '.' ? 'this folder' : path}:\n\n${text.trimEnd()}`,
  written: (path) => `Saved to ${path}.`,
  ...documentAnswerMessages.en,
  ...ruleReplyMessages.en,
  digest: (name, lines, words, headings) =>
    `${name}: ${countOf(lines, 'line')}, ${countOf(words, 'word')}${headings.length ? `\n${headings.map((line) => `- ${line}`).join('\n')}` : ''}`,
  digestOnly: `Without a model I cannot judge or summarise a text, so this shows only its size and first headings; ${enConnect}.`,
  moreCases: (more) => `… and ${more} more`,
  reminded: (when, title) => `I will remind you ${when}: ${title}`,
  repeated: (often, title, first) => `I will remind you ${onDays(often)}: ${title} (first: ${first})`,
  timed: (length, when) => `The timer runs for ${length}, until ${when}.`,
  offered: {
    remind: (words) => `remind me about ${words}`,
    note: (words) => `remember that ${words}`,
    event: (words) => `add ${words} to my calendar`,
    schedule: (words) => `look at ${words} and tell me`,
  },
  offer: {
    remind: (sentence, when) =>
      `Shall I remind you? “${sentence}” (${when}) Say “yes” if that is right, or put it another way.`,
    note: (sentence) => `Shall I note that? “${sentence}” Say “yes” if that is right, or put it another way.`,
    event: (sentence, when) =>
      `Shall I put that into the calendar? “${sentence}” (${when}) Say “yes” if that is right, or put it another way.`,
    schedule: (sentence) =>
      `Shall I do that each time? “${sentence}” Say “yes” if that is right, or put it another way.`,
  },
  howToRemind: (text) => `Shall I remind you? Say “remind me about ${text}” and I will tell you then.`,
  past: (when) => `${capitalise(when)} has already passed, so I cannot remind you then. Please name a time to come.`,
  alarm: 'alarm',
  schedule: (reminders, known) =>
    [
      ...known.map((fact) => `· ${fact}`),
      reminders,
      'No calendar is connected (`assistant calendar add` does that): these are your reminders and what you told me.',
    ]
      .filter(Boolean)
      .join('\n'),
  alsoReminders: (list) => `Reminders:\n${list}`,
  eventWhen: (title) =>
    `It does not say when “${title}” is, so no event was added. Add a time such as “tomorrow at 3 pm”.`,
  whenMissing:
    'It does not say when, so no reminder could be made: I cannot guess it. Add a time such as “tomorrow at 9”.',
  repeats: {
    daily: (clock) => `every day at ${clock}`,
    weekdays: (clock) => `on weekdays at ${clock}`,
    weekly: (clock, weekday) => `every ${weekday} at ${clock}`,
    monthly: (clock, day) => `every month on day ${day} at ${clock}`,
    yearly: (clock, day) => `every year on ${day} at ${clock}`,
  },
  tooOften: 'I cannot remind you at that interval. Try “every day at 9am” or “every Monday at 9am”.',
  oneTime:
    'A reminder of one day has one time. Say them one by one or, if it repeats, “every day at 9am, 1pm and 7pm”.',
  countedFrom: (words) =>
    `‘${words}’: I do not know when that is, so no reminder was made. Please say its day or time.`,
  howToRename: 'What shall it be called? Say “rename it to interview”.',
  manual: (lines) => `This is how.\n${bulleted(lines)}`,
  nearManual: (lines) =>
    `I found nothing that says just that. The nearest commands (all: \`assistant --help\`):\n${bulleted(lines)}`,
  restUnread: (parts) =>
    `I could not read ${parts.map((one) => `‘${one}’`).join(', ')}, so that was not done. Please say that part again.`,
  unreadWord: (word) => `I could not read ‘${word}’, so no reminder was made. Please say again when it is to be.`,
  noDate: 'There is no such time in the calendar or on the clock. Please check date, weekday and hour.',
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function countOf(value: number, noun: string): string {
  return `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`
}

export const ruleMessages = { ko, en }
