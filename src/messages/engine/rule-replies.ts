/** What the offline engine replies to reports, pauses and requests that lack their object. */
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
}

export const ruleReplyMessages = { ko, en }
