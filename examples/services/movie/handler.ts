import type { ServiceHandler } from 'assistant-terminal/service'

interface Wanted {
  [name: string]: string | number
  title: string
  date: string
  people: number
}

/** Before the question: a full house is said at once, and the number of people is asked for again. */
export const seats: ServiceHandler<Wanted> = ({ slots: { people } }) =>
  people > 6
    ? { failed: '나란히 앉을 자리는 6명까지예요. 몇 명으로 할까요?', slot: 'people' }
    : { row: 'F', price: people * 14_000 }

export const hold: ServiceHandler<Wanted> = ({ found }) => ({ number: 41, row: found.seats.row })

export const release: ServiceHandler<Wanted> = ({ found }) => ({ released: found.hold.number })

export const pay: ServiceHandler<Wanted> = ({ slots: { title }, key }) =>
  title === '매진작' ? { failed: '카드가 거절됐어요.' } : { receipt: { key } }
