const koWith = 'AI 모델을 연결하면 할 수 있어요: `assistant setup`'
const enWith = 'With an AI model I can: `assistant setup`'

/** The way on for talk and writing, which a model of this machine can do without a key. */
const koTalk =
  'AI 모델을 연결하거나(`assistant setup`) 이 컴퓨터에 받으면(`assistant models pull`, 키 없이) 할 수 있어요.'
const enTalk =
  'With an AI model I can: connect one (`assistant setup`), or get one for this machine, without a key (`assistant models pull`).'

/** Check whether an answer says that a model of this machine could do what rules cannot. */
export const namesOwnModel = (answer: string): boolean => answer.includes(koTalk) || answer.includes(enTalk)

/** Check whether an answer says that no model is connected, and what one could do. */
export const saysModelMissing = (answer: string): boolean =>
  [koTalk, enTalk, koWith, enWith].some((sentence) => answer.includes(sentence))

/**
 * Replies of the offline engine to reports, pauses, requests that lack their object and what it cannot do: every "no"
 * tells the way on.
 */
const ko = {
  told: '네, 그렇군요. 이 대화에서는 기억하고 있을게요.',
  ofWeather: '그렇군요. 나가실 때 옷차림 잘 챙기세요.',
  goodNight: '안녕히 주무세요. 좋은 꿈 꾸세요.',
  waiting: '네, 천천히 하세요.',
  wasWrong: '죄송해요. 어떤 것이 틀렸는지 한 문장으로 다시 말씀해 주시면 다시 볼게요.',
  didNotRing:
    '죄송해요. 알림은 `assistant` 창이 열려 있거나 `assistant daemon start`가 켜져 있을 때 울려요. `assistant doctor`로 확인할 수 있어요.',
  nothingSaid: '이 대화에서는 아직 드린 말씀이 없어요.',
  noBookings: '예약해 둔 이체가 없어요. 맞춰 둔 알림은 “알림 보여줘”라고 하시면 보여드려요.',
  whichNote: (notes: string[]) =>
    `어느 메모를 지울까요? “우유 사기 잊어줘”처럼 내용을 함께 말씀해 주세요.\n${notes.map((note) => `- ${note}`).join('\n')}`,
  cannot: [
    `그건 아직 못 해요. ${koTalk}`,
    `그건 지금은 어려워요. ${koTalk}`,
    `그 이야기는 제가 아직 모르는 거예요. ${koTalk}`,
    `거기까지는 아직 못 도와드려요. ${koTalk}`,
  ],
  beyond: {
    weather: `날씨는 아직 못 봐요. ${koWith}`,
    news: `새 소식은 아직 못 찾아봐요. ${koWith}`,
    market: `환율이나 시세는 아직 못 봐요. ${koWith}`,
    translation: `번역은 아직 못 해요. ${koTalk}`,
    writing: `글을 쓰거나 줄이는 일은 아직 못 해요. ${koTalk}`,
    code: `코드는 아직 못 짜요. ${koTalk}`,
    play: '노래나 영상은 제가 틀지 못해요. AI 모델(`assistant setup`)을 연결해도 그건 다른 앱이 필요해요.',
    call: '전화나 문자는 제가 못 해요. AI 모델(`assistant setup`)을 연결하면 보낼 말을 함께 다듬을 수 있어요.',
    order: '주문이나 예약은 제가 못 해요. AI 모델(`assistant setup`)을 연결하면 함께 고를 수는 있어요.',
  },
  /** Requests that work when they are said more plainly. */
  nearly: {
    remind: '알림은 “내일 아침 9시에 약 먹으라고 알려줘”처럼 시간과 할 일을 함께 말씀해 주세요.',
    sum: '계산은 “12만원의 15%”나 “8만 4천원 4명이서 나누면”처럼 짧게 말씀해 주시면 바로 해요.',
    day: '날짜는 “12월 25일까지 며칠 남았어?”처럼 그날을 말씀해 주시면 바로 세요.',
    note: '메모는 “현관 비번 1234 기억해줘”, “메모 보여줘”처럼 말씀해 주세요.',
    file: '파일은 “여기 무슨 파일 있어?”, “notes.txt 읽어줘”처럼 말씀해 주세요.',
  },
  possible: '지금도 계산, 날짜, 알림, 메모는 바로 돼요. “도움말”이라고 해 보세요.',
  briefing: {
    head: (day: string) => `${day} 브리핑이에요.`,
    mail: (list: string) => `메일: ${list.includes('\n') ? `\n${list}` : list}`,
    noMail: '메일은 `assistant mail add`로 연결하면 알려드려요.',
    howToMail:
      '메일은 “kim@example.com에게 메일 써줘: 내일 3시에 봬요”처럼 주소와 내용을 함께 말씀해 주세요. 초안을 먼저 보여드려요.',
    howToReply:
      '답장은 “김과장 메일에 답장해줘: 네, 확인했어요”처럼 쓸 말을 함께 말씀해 주세요. 초안을 먼저 보여드려요.',
    howToForward:
      '전달은 “견적서 메일 kim@example.com에게 전달해줘”처럼 받을 주소를 함께 말씀해 주세요. 초안을 먼저 보여드려요.',
    events: (list: string) => `달력: ${list.includes('\n') ? `\n${list}` : list}`,
    agenda: (list: string) => `알림과 일정: ${list.includes('\n') ? `\n${list}` : list}`,
    notes: (known: string[]) =>
      known.length > 0 ? `기억한 것:\n${known.map((fact) => `· ${fact}`).join('\n')}` : '이날로 기억해 둔 것은 없어요.',
    noWeather: '환경 변수 OPENWEATHER_API_KEY에 OpenWeather 키를 넣으면 날씨도 알려드려요.',
  },
}

const en: typeof ko = {
  told: 'I see. I will know that in this conversation.',
  ofWeather: 'I see. Dress well when you go out.',
  goodNight: 'Good night, sleep well.',
  waiting: 'Take your time.',
  wasWrong: 'I am sorry. Say in one sentence what was wrong, and I will look again.',
  didNotRing:
    'I am sorry. Reminders ring while `assistant` is open or `assistant daemon start` runs; `assistant doctor` shows whether it does.',
  nothingSaid: 'I have said nothing in this conversation yet.',
  noBookings: 'No transfer is booked. Say “show my reminders” for what is set.',
  whichNote: (notes) =>
    `Which note shall I forget? Say what it is about, such as “forget my locker code”.\n${notes.map((note) => `- ${note}`).join('\n')}`,
  cannot: [
    `I can't do that yet. ${enTalk}`,
    `That is beyond me for now. ${enTalk}`,
    `I don't know that yet. ${enTalk}`,
    `I can't help with that so far. ${enTalk}`,
  ],
  beyond: {
    weather: `I can't see the weather yet. ${enWith}`,
    news: `I can't look up news yet. ${enWith}`,
    market: `I can't see rates or prices yet. ${enWith}`,
    translation: `I can't translate yet. ${enTalk}`,
    writing: `I can't write or summarise texts yet. ${enTalk}`,
    code: `I can't write code yet. ${enTalk}`,
    play: 'I cannot play songs or videos. An AI model (`assistant setup`) could not either without another app.',
    call: 'I cannot make calls or send messages. With an AI model (`assistant setup`) I can help with the wording.',
    order: 'I cannot order or book. With an AI model (`assistant setup`) I can help you to choose.',
  },
  nearly: {
    remind: 'A reminder needs its time: “remind me tomorrow at 9 to take my pills”.',
    sum: 'Sums work when they are short: “15% of 240” or “split 84 between 4”.',
    day: 'Days work when they are named: “how many days until December 25?”',
    note: 'For notes, say “remember that my locker code is 4821” or “show my notes”.',
    file: 'For files, say “what files are here?” or “read notes.txt”.',
  },
  possible: 'Sums, dates, reminders and notes work right now: say “help”.',
  briefing: {
    head: (day) => `Briefing for ${day}.`,
    mail: (list) => `Mail: ${list.includes('\n') ? `\n${list}` : list}`,
    noMail: 'Mail is told once it is connected by `assistant mail add`.',
    howToMail: 'Say the address and the text: “mail kim@example.com: see you at 3 tomorrow”. The draft is shown first.',
    howToReply: 'Say the words, too: “reply to Kim’s mail: sounds good”. The draft is shown first.',
    howToForward: 'Say the address, too: “forward the invoice mail to kim@example.com”. The draft is shown first.',
    events: (list) => `Calendar: ${list.includes('\n') ? `\n${list}` : list}`,
    agenda: (list) => `Reminders and plans: ${list.includes('\n') ? `\n${list}` : list}`,
    notes: (known) =>
      known.length > 0
        ? `Remembered:\n${known.map((fact) => `· ${fact}`).join('\n')}`
        : 'Nothing is remembered of that day.',
    noWeather: 'With a key of OpenWeather in the environment variable OPENWEATHER_API_KEY I tell the weather, too.',
  },
}

export const ruleReplyMessages = { ko, en }
