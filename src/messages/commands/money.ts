import { grouped } from '../../std/korean/numbers/money.ts'
import { counted } from '../counted.ts'

/** Sentences of `assistant money …` about months, cards and receipts. */
const ko = {
  badMonth: (said: string) => `어느 달인지 읽을 수 없어요: ${said}. 2026-05나 “지난달”처럼 써 주세요.`,
  noTable: (file: string) => `${file}에서 표를 찾지 못했어요. 카드사에서 받은 CSV나 엑셀(xlsx) 파일인지 확인해 주세요.`,
  noRows: (file: string) => `${file}에서 적을 내역을 찾지 못했어요. --columns로 날짜, 금액, 가맹점 열을 알려주세요.`,
  unread: (count: number, rows: string) => `내역으로 읽지 못한 ${count}줄은 건너뛰었어요 (${rows}번째 줄).`,
  cancelled: (count: number) => `취소되거나 거절된 ${count}줄은 적지 않았어요.`,
  badColumns: (heads: string) => `날짜, 금액, 가맹점 열을 차례로 알려주세요. 예: --columns 1,3,4. 파일의 열: ${heads}`,
  guessed: (day: string, won: string, what: string) =>
    `날짜는 ‘${day}’, 금액은 ‘${won}’, 쓴 곳은 ‘${what}’ 열로 읽을게요. 이 카드의 파일은 다음부터 묻지 않아요. 맞나요?`,
  ask: (heads: string) => `${heads}\n날짜, 금액, 쓴 곳의 번호를 쉼표로 적어 주세요 (예: 1,3,4): `,
  readBack: (day: string, place: string, won: number) =>
    `영수증을 이렇게 읽었어요: ${day}, ${place || '(곳을 읽지 못했어요)'}, ${grouped(won)}원. 이대로 적을까요?`,
  noTotal: (file: string) =>
    `${file}에서 합계 금액을 읽지 못해서 적지 않았어요. “식당 12000원 썼어”처럼 말씀해 주시면 적을게요.`,
  needsYes: '맞으면 --yes를 붙여 다시 해 주세요. 아직 적지 않았어요.',
  moved: (words: string) =>
    `이 명령은 이제 \`assistant transfer ledger${words && ` ${words}`}\`예요. 쓴 돈은 \`assistant money\`에 있어요.`,
}

const en: typeof ko = {
  badMonth: (said) => `Which month is that? ${said}. Write it like 2026-05 or “last month”.`,
  noTable: (file) => `No table was found in ${file}. Is it the CSV or Excel (xlsx) file of your card?`,
  noRows: (file) => `No payments were found in ${file}. Name the columns of day, amount and merchant with --columns.`,
  unread: (count, rows) => `${counted(count, 'row', 'rows')} without a payment passed over (${rows}).`,
  cancelled: (count) => `${counted(count, 'row', 'rows')} cancelled or refused, not booked.`,
  badColumns: (heads) =>
    `Name the columns of day, amount and merchant, in this order: --columns 1,3,4. The file has: ${heads}`,
  guessed: (day, won, what) =>
    `Day is read from ‘${day}’, the amount from ‘${won}’, the merchant from ‘${what}’; files of this card are not asked about again. Is that right?`,
  ask: (heads) => `${heads}\nThe numbers of day, amount and merchant, with commas (1,3,4): `,
  readBack: (day, place, won) =>
    `The receipt says: ${day}, ${place || '(no place was read)'}, ${grouped(won)} won. Book it like this?`,
  noTotal: (file) =>
    `No sum could be read in ${file}, so nothing was booked. Say “I spent 12000 won at the restaurant” and it is.`,
  needsYes: 'If that is right, do it again with --yes. Nothing is booked yet.',
  moved: (words) =>
    `This command is \`assistant transfer ledger${words && ` ${words}`}\` now. What you spent is in \`assistant money\`.`,
}

export const moneyFileMessages = { ko, en }
