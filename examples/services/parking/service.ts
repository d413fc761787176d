import { defineService } from 'assistant-terminal/service'

/** Three values and a look-up, in code: values are typed by their slots. */
export default defineService({
  name: 'parking',
  version: '1.0.0',
  title: { ko: '주차 신청', en: 'parking' },
  description: { ko: '주차를 신청해요', en: 'books a parking place' },
  words: ['주차 신청', '주차 예약'],
  slots: {
    plate: {
      type: 'text',
      required: true,
      label: { ko: '차 번호', en: 'plate' },
      question: { ko: '차 번호를 알려주세요.', en: 'Which plate?' },
    },
    date: {
      type: 'date',
      required: true,
      label: { ko: '날짜', en: 'date' },
      question: { ko: '언제인가요?', en: 'Which day?' },
    },
    hours: {
      type: 'count',
      required: true,
      label: { ko: '시간', en: 'hours' },
      question: { ko: '몇 시간인가요?', en: 'How many hours?' },
      unit: { ko: '시간', en: 'hours' },
      min: 1,
      max: 12,
    },
  },
  steps: {
    form: { kind: 'slots' },
    price: {
      kind: 'code',
      label: { ko: '요금 확인', en: 'Looking up the price' },
      timeout: 3_000,
      run: ({ slots }) =>
        /^\d{2,3}[가-힣]\d{4}$/.test(slots.plate)
          ? { total: slots.hours * 2_000 }
          : { failed: '차 번호를 12가3456처럼 알려주세요.', slot: 'plate' },
    },
    agree: {
      kind: 'confirm',
      say: { ko: '{plate}, {date} {hours}, {price.total}원이에요. 주차를 신청할까요?', en: '{plate}: go on?' },
    },
    book: { kind: 'code', label: { ko: '주차 신청', en: 'Booking' }, run: ({ key }) => ({ receipt: { key } }) },
  },
  done: { ko: '{plate} 주차를 신청했어요.', en: '{plate} is booked.' },
})
