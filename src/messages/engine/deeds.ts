import type { DeedReceipt, ReceiptLine } from '../../protocol/index.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import type { Language } from '../language.ts'
import { insteadOf, toolTitle } from '../tools/tool-words.ts'

/** Receipts of deeds, and taking them back. */
const ko = {
  states: { done: '한 일', refused: '거절된 일', failed: '안 된 일', waiting: '기다리는 일' },
  unbacked: '하지 않은 일',
  back: '되돌리기: “방금 그거 취소해” 또는 /undo',
  nothingToUndo: '되돌릴 일이 없어요.',
  undone: (name: string) => `되돌렸어요: ${name}`,
  changedSince: (name: string) =>
    `${josa(name, '은/는')} 그 뒤에 바뀌어서 되돌리지 않았어요. 지금 모습을 보고 직접 고쳐 주세요.`,
  uncertain: (name: string) => `${josa(name, '은/는')} 하다가 끊겨서 됐는지 알 수 없어요. 직접 확인해 주세요.`,
  final: (name: string, instead: string) => `${josa(name, '은/는')} 되돌릴 수 없어요. ${instead}`,
  instead: '지금 모습을 보고 직접 고쳐 주세요.',
  spoken: {
    done: (count: number) => `${count}가지 했어요.`,
    refused: (names: string) => `${josa(names, '은/는')} 거절됐어요.`,
    failed: (names: string) => `${josa(names, '은/는')} 안 됐어요.`,
    waiting: (names: string) => `${josa(names, '은/는')} 아직 기다려요.`,
    unbacked: (names: string) => `${josa(names, '은/는')} 하지 않았어요.`,
  },
  forModel: '[이 프로그램이 적은 지난 답의 영수증. 여기에 없는 일은 하지 않은 일이다]',
}

const en: typeof ko = {
  states: { done: 'Done', refused: 'Refused', failed: 'Failed', waiting: 'Waiting' },
  unbacked: 'Not done',
  back: 'To take it back: “undo that” or /undo',
  nothingToUndo: 'There is nothing to take back.',
  undone: (name) => `Taken back: ${name}`,
  changedSince: (name) => `${name}: it has changed since, so it was left. Look at it and correct it by hand.`,
  uncertain: (name) => `${name}: it was cut off, and nobody knows whether it was done. Please look.`,
  final: (name, instead) => `${name}: this cannot be taken back. ${instead}`,
  instead: 'Look at it and correct it by hand.',
  spoken: {
    done: (count) => (count === 1 ? 'One thing done.' : `${count} things done.`),
    refused: (names) => `Refused: ${names}.`,
    failed: (names) => `Failed: ${names}.`,
    waiting: (names) => `Still waiting: ${names}.`,
    unbacked: (names) => `Not done: ${names}.`,
  },
  forModel: '[DeedReceipt of the last answer, written by the program. What does not stand here was not done]',
}

const all = { ko, en }

/** A deed in a person's words: its tool and its object. */
export const deedName = (
  { tool, title, object }: Pick<ReceiptLine, 'tool' | 'title' | 'object'>,
  language: Language,
): string => [toolTitle(tool, language, title), object].filter(Boolean).join(' ')

/** Sentences about deeds. `final` says what can be done instead. */
export const deedMessages = {
  ko: { ...ko, final: (name: string, tool: string) => ko.final(name, insteadOf(tool, 'ko') ?? ko.instead) },
  en: { ...en, final: (name: string, tool: string) => en.final(name, insteadOf(tool, 'en') ?? en.instead) },
}

const order = ['done', 'waiting', 'refused', 'failed'] as const

/** The receipt of a turn, a line for each state. */
export function receiptLines({ deeds, unbacked }: Omit<DeedReceipt, 'lines'>, language: Language): string[] {
  const say = all[language]
  const lines = order.flatMap((state) => {
    const those = deeds.filter((one) => one.state === state)
    return those.length > 0 ? `${say.states[state]}: ${those.map((one) => deedName(one, language)).join(', ')}` : []
  })
  return unbacked.length > 0 ? [...lines, `${say.unbacked}: ${unbacked.join(', ')}`] : lines
}

/** The receipt of a turn for a model: whole, also where the answer was code's own words. */
export const receiptForModel = (receipt: DeedReceipt, language: Language): string =>
  [all[language].forModel, ...receiptLines(receipt, language)].join('\n')

/** The receipt in a few words to be spoken: what was not done by name, what was done as a number. */
export function receiptSpoken(receipt: DeedReceipt | undefined, language: Language): string {
  if (!receipt || receipt.lines.length === 0) return ''
  const say = all[language].spoken
  const named = (state: 'refused' | 'failed' | 'waiting') => {
    const those = receipt.deeds.filter((one) => one.state === state)
    return those.length > 0 ? say[state](those.map((one) => deedName(one, language)).join(', ')) : ''
  }
  const count = receipt.deeds.filter(({ state }) => state === 'done').length
  const parts = [
    count > 0 ? say.done(count) : '',
    ...(['waiting', 'refused', 'failed'] as const).map(named),
    receipt.unbacked.length > 0 ? say.unbacked(receipt.unbacked.join(', ')) : '',
  ]
  return parts.filter(Boolean).join(' ')
}
