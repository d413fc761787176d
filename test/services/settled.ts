// What the books and the person's report must agree on, whatever happened on the way.
import { openLedger } from '../../src/services/transfer/ledger.ts'
import { now, type Stage } from './rig.ts'

export const request = '엄마한테 만원, 용걸이한테 5만원 보내줘'
const targets = ['엄마', '용걸이']
const done = /^chat: /

/** Says yes until nothing is asked any more; what was answered. */
export async function yesToAll({ text }: Pick<Stage, 'text'>, most = 8): Promise<string[]> {
  const answers: string[] = []
  while (!done.test(answers.at(-1) ?? '') && answers.length < most) answers.push(await text('네'))
  return answers
}

/**
 * What is wrong between the ledger of a home and what the person was told: money that moved twice, that moved and was
 * reported as not sent, that was reported and did not move, or a task that nobody was told about. Nothing, when all
 * is well.
 */
export async function disagreements(path: string, answers: readonly string[], must?: 'sent'): Promise<string[]> {
  const { sent, balance } = await openLedger(path, () => now).books()
  const wrong = reportFaults(sent, answers, must ?? 'told')
  const left = 1_000_000 - sent.reduce((all, { amount }) => all + amount, 0)
  return balance === left ? wrong : [...wrong, `balance ${balance}, not ${left}`]
}

/**
 * What is wrong between the transfers of one conversation and what was told in it. `told`: each is reported; `sent`:
 * each was sent, too; `as told`: whatever is reported is so, but the conversation may have been lost.
 */
export function reportFaults(
  sent: readonly { target: string }[],
  answers: readonly string[],
  must: 'told' | 'sent' | 'as told',
): string[] {
  const report = answers.join('\n')
  return targets.flatMap((target) => {
    const moved = sent.filter((one) => one.target === target).length
    const [saysSent, saysNot, saysUnknown] = ['보냄', '못 보냄', '확인 필요'].map((what) =>
      report.includes(`- ${what}: ${target}`),
    )
    if (moved > 1) return [`${target}: sent ${moved} times`]
    if (moved === 1 && saysNot) return [`${target}: sent, told as not sent`]
    if (moved === 0 && saysSent) return [`${target}: not sent, told as sent`]
    if (must === 'sent' && moved === 0) return [`${target}: not sent`]
    return must === 'as told' || saysSent || saysNot || saysUnknown ? [] : [`${target}: nothing was told`]
  })
}
