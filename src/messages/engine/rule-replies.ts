/** What the offline engine replies to reports, pauses and requests that lack their object. */
const ko = {
  told: '네, 그렇군요. 이 대화에서는 기억하고 있을게요.',
  ofWeather: '그렇군요. 나가실 때 옷차림 잘 챙기세요.',
  goodNight: '안녕히 주무세요. 좋은 꿈 꾸세요.',
  waiting: '네, 천천히 하세요.',
  nothingSaid: '이 대화에서는 아직 드린 말씀이 없어요.',
  noBookings: '예약해 둔 이체가 없어요. 맞춰 둔 알림은 “알림 보여줘”라고 하시면 보여드려요.',
  whichNote: (notes: string[]) =>
    `어느 메모를 지울까요? “우유 사기 잊어줘”처럼 내용을 함께 말씀해 주세요.\n${notes.map((note) => `- ${note}`).join('\n')}`,
}

const en: typeof ko = {
  told: 'I see. I will know that in this conversation.',
  ofWeather: 'I see. Dress well when you go out.',
  goodNight: 'Good night, sleep well.',
  waiting: 'Take your time.',
  nothingSaid: 'I have said nothing in this conversation yet.',
  noBookings: 'No transfer is booked. Say “show my reminders” for what is set.',
  whichNote: (notes) =>
    `Which note shall I forget? Say what it is about, such as “forget my locker code”.\n${notes.map((note) => `- ${note}`).join('\n')}`,
}

export const ruleReplyMessages = { ko, en }
