import type { Family } from '../intent.ts'
import { readEnglishMoney } from './english-money.ts'
import { readKoreanMoney } from './korean-money.ts'
import { moneyArgs } from './money-call.ts'

/** "커피 4500원 썼어", "이번 달 얼마 썼어?", "식비는?": a sentence about the person's own book of money, read whole. */
export const money: Family = ({ text, asked, now, zone, tools, lastTool, goesOn }) => {
  if (!tools.has('money')) return undefined
  const around = { isGoingOn: lastTool === 'money', asked, when: { now, zone } }
  const call = /[가-힣]/.test(text) ? readKoreanMoney(text, around) : readEnglishMoney(text, around)
  // "식비는?" after an answer out of the documents goes on with them.
  if (goesOn && call?.action === 'ask' && lastTool !== 'money') return undefined
  return call && { weight: 3, call: { name: 'money', args: moneyArgs(call) }, answer: (receipt) => receipt }
}
