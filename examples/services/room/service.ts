import { defineService } from 'assistant-terminal/service'

const rooms = ['한강', '북한산', '제주']

/** A reader, a check and an answer of its own: what a declaration cannot say. */
export default defineService({
  name: 'room',
  version: '1.0.0',
  title: '회의실 예약',
  description: '회의실을 예약해요',
  words: ['회의실'],
  slots: {
    room: { type: 'text', required: true, label: '회의실', question: '어느 회의실인가요? (한강, 북한산, 제주)' },
    date: { type: 'date', required: true, label: '날짜', question: '언제인가요?' },
    time: { type: 'time', required: true, label: '시간', question: '몇 시인가요?' },
  },
  steps: {
    where: { kind: 'slots', slots: ['room'] },
    known: {
      kind: 'code',
      label: '회의실',
      run: ({ slots }) =>
        rooms.some((name) => slots.room.includes(name))
          ? { name: rooms.find((name) => slots.room.includes(name)) }
          : { failed: '한강, 북한산, 제주 가운데 하나를 알려주세요.', slot: 'room' },
    },
    when: { kind: 'slots', slots: ['date', 'time'] },
    free: {
      kind: 'code',
      label: '빈 시간 확인',
      run: ({ slots }) =>
        slots.time < '09:00' ? { failed: '9시부터 쓸 수 있어요. 몇 시로 할까요?', slot: 'time' } : {},
    },
    agree: { kind: 'confirm', say: '{known.name} 회의실, {date} {time}에 예약할까요?' },
    reserve: { kind: 'code', label: '예약', undo: () => ({}), run: ({ key }) => ({ receipt: { key } }) },
    invite: {
      kind: 'code',
      label: '초대',
      run: ({ found }) => (found.known.name === '제주' ? { failed: '메일이 막혔어요.' } : {}),
    },
  },
  done: '{known.name} 회의실을 예약했어요.',
  claim: ({ text }) => !/사진/.test(text),
  aside: ({ text }) => (/회의실.*(?:뭐|어떤|목록)/.test(text) ? `회의실은 ${rooms.join(', ')}예요.` : null),
})
