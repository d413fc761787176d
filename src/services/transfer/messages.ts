import type { JsonObject } from '../../protocol/index.ts'
import { formatDate, formatEnglishDate } from '../../std/korean/dates/format-date.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import { formatWon, grouped } from '../../std/korean/numbers/money.ts'
import type { CivilDate } from '../../std/time/calendar.ts'

/** One transfer as its sentences need it. */
export interface TransferReport {
  target: string
  amount: number
  alias?: string
  memo?: string
  date?: string
  /** The day is of another year than today, and is told with it. */
  otherYear?: boolean
}

const personText = ({ target, alias }: TransferReport) => (alias && alias !== target ? `${target}(${alias})` : target)
const dayOf = ({ date = '', otherYear = false }: Partial<TransferReport>) => formatDate(date, { year: otherYear })
const dayText = (told: TransferReport) => (told.date ? `${dayOf(told)}에 ` : '')
const noteText = ({ memo }: TransferReport) => (memo ? ` (메모: ${memo})` : '')

/** Counts the transfers that ended in one way. */
type Count = (kind: 'executed' | 'booked' | 'cancelled' | 'failed' | 'unknown') => number

/** The sentences of transfers; those of SPEC §13 B to the letter. */
const ko = {
  unread: (words: string) => `‘${words}’ 부분을 읽지 못했어요.`,
  whoIs: (words: string) => `${josa(`‘${words}’`, '이/가')} 누구인지 몰라요. 받는 분의 이름을 알려주세요.`,
  askTarget: (told: Partial<TransferReport>) =>
    told.amount
      ? [`누구에게 ${josa(formatWon(told.amount), '을/를')} 보내드릴까요?`, '받는 분이 누구인가요?']
      : ['누구에게 보내드릴까요?', '받는 분이 누구인가요?'],
  askAmount: (told: Partial<TransferReport>) =>
    told.target
      ? [
          `${personText(told as TransferReport)}에게 얼마를 보내드릴까요?`,
          `${personText(told as TransferReport)}에게 보낼 금액이 얼마인가요?`,
        ]
      : ['얼마를 보내드릴까요?', '보낼 금액이 얼마인가요?'],
  lead: {
    begin: (total: number) => `총 ${total}건이 요청됐어요. 먼저 `,
    executed: '완료! 다음으로 ',
    booked: '예약했어요. 다음으로 ',
    cancelled: '취소됐어요. ',
  },
  confirmOne: (told: TransferReport) =>
    `${personText(told)}에게 ${dayText(told)}${josa(formatWon(told.amount), '을/를')} 이체할까요?${noteText(told)}`,
  confirmOf: (told: TransferReport) =>
    `${personText(told)}에게 ${dayText(told)}${formatWon(told.amount)} 보낼까요?${noteText(told)}`,
  confirmLong: (told: TransferReport) =>
    `받는 분은 ${personText(told)}, 금액은 ${formatWon(told.amount)}이에요. ${dayText(told)}보낼까요?${noteText(told)}`,
  more: '메모나 이체 날짜를 추가하시겠어요?',
  howToNote: "메모는 '메모는 생일 축하해', 날짜는 '다음 주 금요일에'처럼 말씀해 주세요.",
  oneByOne: '이체는 한 건씩 확인하고 보내요.',
  done: '이체가 완료됐어요.',
  booked: (told: TransferReport) =>
    `이체가 예약됐어요. ${dayText(told)}${personText(told)}에게 ${josa(formatWon(told.amount), '을/를')} 보낼게요.`,
  cancelled: '이체가 취소됐어요.',
  allCancelled: (count: number) => `${count}건 모두 취소했어요.`,
  failed: (why: string) => `이체에 실패했어요. ${why}`,
  allDone: (count: number) => `${count}건 이체가 모두 완료됐어요.`,
  allBooked: (count: number) => `${count}건 이체가 모두 예약됐어요.`,
  mixed: (count: Count) =>
    `${[
      count('executed') && `${count('executed')}건을 이체했어요`,
      count('booked') && `${count('booked')}건을 예약했어요`,
      count('cancelled') && `${count('cancelled')}건을 취소했어요`,
      count('failed') && `${count('failed')}건을 이체하지 못했어요`,
      count('unknown') && `${count('unknown')}건은 결과를 확인하지 못했어요`,
    ]
      .filter(Boolean)
      .join('. ')}.`,
  report: {
    executed: '보냄',
    booked: '예약',
    failed: '못 보냄',
    cancelled: '취소',
    unknown: '확인 필요',
    waiting: '남음',
  },
  item: (told: Partial<TransferReport>) =>
    told.amount
      ? `${told.target ? `${personText(told as TransferReport)}에게 ` : ''}${formatWon(told.amount)}`
      : `${told.target ?? ''} (금액 없음)`,
  itemOn: (told: Partial<TransferReport>) => `${told.date ? `${dayOf(told)}, ` : ''}${ko.item(told)}`,
  fee: (outside: boolean): string =>
    outside
      ? '저는 수수료를 받지 않아요. 은행이 받는지는 은행에 확인해 주세요.'
      : '수수료는 없어요. 연습용 장부에 적기만 하고 진짜 돈은 움직이지 않아요.',
  limit: (won: number) => `잔액까지 보낼 수 있어요. 지금 잔액은 ${formatWon(won)}이에요.`,
  limitOfBank: '한도는 은행이 정해요. 은행에 확인해 주세요.',
  arrival: (outside: boolean) =>
    `확인하시면 바로 보내고, 날짜를 정하시면 그날 보내요.${outside ? ' 받는 분께 언제 들어가는지는 은행에 따라 달라요.' : ''}`,
  undo: '보내기 전에는 “취소”라고 하시면 돼요. 보낸 뒤에는 제가 되돌릴 수 없고, 예약한 이체는 그날 전까지 취소할 수 있어요.',
  onlyWon: '원화만 보낼 수 있어요. 금액을 원으로 말씀해 주세요.',
  balance: (won: number) => `잔액 ${formatWon(won)}`,
  balanceNow: (won: number) => `지금 잔액은 ${formatWon(won)}이에요.`,
  short: (won: number) => `잔액이 부족해요 (잔액 ${formatWon(won)}).`,
  lowBalance: '잔액이 부족했어요.',
  refused: (detail: string) => `은행이 받아들이지 않았어요${detail ? ` (${detail})` : ''}.`,
  unknown: '이체 결과를 확인하지 못했어요. 다시 보내지 않았으니 은행 내역을 확인해 주세요.',
  broken: (item: string, why: string) => `${josa(item, '을/를')} 보내지 못했어요. ${why}`,
  lost: (item: string, why: string) => `${item}: ${why}`,
  goOn: (count: number) => `남은 ${count}건을 계속 진행할까요?`,
  goOnAgain: (count: number) => `남은 ${count}건이 있어요. 계속 진행할까요, 취소할까요?`,
  sum: (scope: string, won: number) => `${scope} 총 ${josa(formatWon(won), '을/를')} 보내셨어요.`,
  parts: (items: { target: string; won: number }[], rest?: { count: number; won: number }) =>
    `${[
      ...items.map(({ target, won }) => `${target}에게 ${formatWon(won)}`),
      ...(rest ? [`그 밖에 ${rest.count}명에게 ${formatWon(rest.won)}`] : []),
    ].join(', ')}이었어요.`,
  scopes: { here: '이번에', ever: '지금까지' },
  within: (words: string) => (/(?:오늘|어제|제|께|동안|간|아까|방금)$/.test(words) ? words : `${words}에`),
  sumTo: (scope: string, target: string, won: number) =>
    `${scope} ${target}에게 총 ${josa(formatWon(won), '을/를')} 보내셨어요.`,
  nothing: (scope: string) => `${scope} 보내신 돈이 없어요.`,
  nothingTo: (scope: string, target: string) => `${scope} ${target}에게 보내신 돈이 없어요.`,
  lastSent: (told: TransferReport) =>
    `마지막 이체는 ${dayText(told)}${personText(told)}에게 보내신 ${formatWon(told.amount)}이에요.${noteText(told)}`,
  cannotReturn: (told: TransferReport, playMoney: boolean) =>
    `${personText(told)}에게 ${josa(formatWon(told.amount), '은/는')} 이미 보내서 제가 되돌릴 수 없어요.\n${
      playMoney
        ? `연습용 장부라 실제 돈은 움직이지 않았어요. 잔액은 \`assistant ledger deposit ${told.amount}\`으로 다시 채울 수 있어요.`
        : '받은 분께 돌려 달라고 하시거나, 잘못 보낸 돈이면 은행에 착오송금 반환을 신청해 주세요.'
    }`,
  bookings: (lines: string[]) => `예약된 이체가 ${lines.length}건 있어요.\n${lines.join('\n')}`,
  booking: (told: TransferReport) =>
    `- ${dayOf(told)}에 ${personText(told)}에게 ${formatWon(told.amount)}${noteText(told)}`,
  noBookings: '예약된 이체가 없어요.',
  unbooked: (told: TransferReport) =>
    `${dayText(told)}${personText(told)}에게 ${formatWon(told.amount)} 보내기로 한 예약을 취소했어요.`,
  whichBooking: "어느 예약을 취소할까요? '엄마한테 예약한 이체 취소해줘'처럼 받는 분이나 날짜를 함께 말씀해 주세요.",
  ranSent: (told: TransferReport) => `예약한 이체를 보냈어요: ${personText(told)}에게 ${formatWon(told.amount)}.`,
  ranUnknown: (told: TransferReport) =>
    `예약한 이체의 결과를 확인하지 못했어요: ${personText(told)}에게 ${formatWon(told.amount)}. 다시 보내지 않았으니 은행 내역을 확인해 주세요.`,
  noServer: (server: string) =>
    `은행의 MCP 서버가 설정에 없어요: ${server}. \`assistant mcp add\`로 추가하거나 설정의 bank.server를 고쳐 주세요.`,
  silent: (why: string) => `은행에서 답을 받지 못했어요${why ? ` (${why})` : ''}. 잠시 뒤에 다시 물어봐 주세요.`,
  ranFailed: (told: TransferReport, why: string) =>
    `예약한 이체를 보내지 못했어요: ${personText(told)}에게 ${formatWon(told.amount)}. ${why}`,
}

const enPerson = ({ target, alias }: TransferReport) => (alias && alias !== target ? `${target} (${alias})` : target)
const wonText = (amount: number) => `${grouped(amount)} won`
const enDay = ({ date = '', otherYear = false }: Partial<TransferReport>) =>
  formatEnglishDate(date, { year: otherYear })
const enOn = (told: Partial<TransferReport>) => (told.date ? ` on ${enDay(told)}` : '')
const enNoted = ({ memo }: TransferReport) => (memo ? ` (memo: ${memo})` : '')

const en: typeof ko = {
  unread: (words) => `I could not read ‘${words}’.`,
  whoIs: (words) => `I do not know who ‘${words}’ is. Please tell me the receiver's name.`,
  askTarget: (told) =>
    told.amount
      ? [`Who should get ${wonText(told.amount)}?`, 'Who is it for?']
      : ['Who should get it?', 'Who is it for?'],
  askAmount: (told) =>
    told.target
      ? [
          `How much should ${enPerson(told as TransferReport)} get?`,
          `What is the amount for ${enPerson(told as TransferReport)}?`,
        ]
      : ['How much shall I send?', 'What is the amount?'],
  lead: {
    begin: (total) => `${total} transfers. First: `,
    executed: 'Done! Next: ',
    booked: 'Booked. Next: ',
    cancelled: 'Cancelled. ',
  },
  confirmOne: (told) => `Send ${wonText(told.amount)} to ${enPerson(told)}${enOn(told)}?${enNoted(told)}`,
  confirmOf: (told) => `send ${wonText(told.amount)} to ${enPerson(told)}${enOn(told)}?${enNoted(told)}`,
  confirmLong: (told) =>
    `It is ${wonText(told.amount)} for ${enPerson(told)}${enOn(told)}. Shall I send it?${enNoted(told)}`,
  more: 'Would you like to add a memo or a date?',
  howToNote: "Say a memo like 'memo: happy birthday' and a date like 'next Friday'.",
  oneByOne: 'Transfers are confirmed one by one.',
  done: 'The transfer is done.',
  booked: (told) => `The transfer is booked: ${wonText(told.amount)} to ${enPerson(told)}${enOn(told)}.`,
  cancelled: 'The transfer was cancelled.',
  allCancelled: (count) => `All ${count} transfers were cancelled.`,
  failed: (why) => `The transfer failed. ${why}`,
  allDone: (count) => `All ${count} transfers are done.`,
  allBooked: (count) => `All ${count} transfers are booked.`,
  mixed: (count) =>
    `${[
      count('executed') && `${count('executed')} sent`,
      count('booked') && `${count('booked')} booked`,
      count('cancelled') && `${count('cancelled')} cancelled`,
      count('failed') && `${count('failed')} failed`,
      count('unknown') && `${count('unknown')} unknown`,
    ]
      .filter(Boolean)
      .join(', ')}.`,
  report: {
    executed: 'sent',
    booked: 'booked',
    failed: 'not sent',
    cancelled: 'cancelled',
    unknown: 'to be checked',
    waiting: 'waiting',
  },
  item: (told) =>
    told.amount
      ? `${wonText(told.amount)}${told.target ? ` to ${enPerson(told as TransferReport)}` : ''}`
      : `${told.target ?? ''} (no amount)`,
  itemOn: (told) => `${told.date ? `${enDay(told)}, ` : ''}${en.item(told)}`,
  fee: (outside) =>
    outside
      ? 'I charge no fee. Please ask your bank whether it does.'
      : 'There is no fee: it is only written to a practice ledger, and no real money moves.',
  limit: (amount) => `You can send what the balance holds: ${wonText(amount)} now.`,
  limitOfBank: 'Your bank sets the limit. Please ask your bank.',
  arrival: (outside) =>
    `It is sent at once when you confirm, or on the day that you name.${outside ? ' When it arrives depends on the banks.' : ''}`,
  undo: 'Say “cancel” before it is sent. What was sent I cannot take back; a booked transfer can be cancelled until its day.',
  onlyWon: 'Only won can be sent. Please say the amount in won.',
  balance: (amount) => `balance ${wonText(amount)}`,
  balanceNow: (amount) => `Your balance is ${wonText(amount)}.`,
  short: (amount) => `The balance is too low (${wonText(amount)}).`,
  lowBalance: 'The balance was too low.',
  refused: (detail) => `The bank did not accept it${detail ? ` (${detail})` : ''}.`,
  unknown: 'I could not see how the transfer ended. It was not sent again; please check your bank.',
  broken: (item, why) => `Could not send ${item}. ${why}`,
  lost: (item, why) => `${item}: ${why}`,
  goOn: (count) => `Go on with the other ${count}?`,
  goOnAgain: (count) => `${count} are waiting. Go on or cancel?`,
  sum: (scope, amount) => `You sent ${wonText(amount)} ${scope}.`,
  parts: (items, rest) =>
    `${[
      ...items.map(({ target, won: amount }) => `${wonText(amount)} to ${target}`),
      ...(rest ? [`${wonText(rest.won)} to ${rest.count} others`] : []),
    ].join(', ')}.`,
  scopes: { here: 'in this conversation', ever: 'so far' },
  within: (words) => words,
  sumTo: (scope, target, amount) => `You sent ${wonText(amount)} to ${target} ${scope}.`,
  nothing: (scope) => `You sent nothing ${scope}.`,
  nothingTo: (scope, target) => `You sent nothing to ${target} ${scope}.`,
  lastSent: (told) =>
    `The last transfer was ${wonText(told.amount)} to ${enPerson(told)}${enOn(told)}.${enNoted(told)}`,
  cannotReturn: (told, playMoney) =>
    `${wonText(told.amount)} to ${enPerson(told)} is already sent, and I cannot take it back.\n${
      playMoney
        ? `This ledger is play money: nothing real was moved. \`assistant ledger deposit ${told.amount}\` fills it up again.`
        : 'Ask the receiver to return it, or your bank to recall it.'
    }`,
  bookings: (lines) => `${lines.length} transfers are booked.\n${lines.join('\n')}`,
  booking: (told) => `- ${enDay(told)}: ${wonText(told.amount)} to ${enPerson(told)}${enNoted(told)}`,
  noBookings: 'No transfers are booked.',
  unbooked: (told) => `The booking of ${wonText(told.amount)} to ${enPerson(told)}${enOn(told)} was cancelled.`,
  whichBooking:
    "Which booking shall I cancel? Please name the receiver or the day, like 'cancel the booked transfer to mom'.",
  ranSent: (told) => `A booked transfer was sent: ${wonText(told.amount)} to ${enPerson(told)}.`,
  ranUnknown: (told) =>
    `I could not see how a booked transfer ended: ${wonText(told.amount)} to ${enPerson(told)}. It was not sent again; please check your bank.`,
  noServer: (server) =>
    `The bank's MCP server is not configured: ${server}. Add it with \`assistant mcp add\`, or mend bank.server.`,
  silent: (why) => `The bank did not answer${why ? ` (${why})` : ''}. Please ask again in a while.`,
  ranFailed: (told, why) => `A booked transfer was not sent: ${wonText(told.amount)} to ${enPerson(told)}. ${why}`,
}

export type TransferSentences = typeof ko
export const transferMessages = { ko, en }

/** The values of slots or of an order, as sentences need them on the day `today`. */
export function transferReport(values: JsonObject, today: CivilDate): TransferReport {
  const { target, amount, memo, alias } = values
  const date = values.date ?? values.transfer_date
  return {
    target: typeof target === 'string' ? target : '',
    amount: typeof amount === 'number' ? amount : 0,
    ...(typeof memo === 'string' ? { memo } : {}),
    ...(typeof alias === 'string' ? { alias } : {}),
    ...(typeof date === 'string' ? { date } : {}),
    ...(typeof date === 'string' && date.slice(0, 4) !== today.slice(0, 4) ? { otherYear: true } : {}),
  }
}
