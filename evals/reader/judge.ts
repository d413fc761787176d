// `node evals/reader/judge.ts [--model local:NAME] [--show]`: counts how often the judge of answers is right about pairs
// of a question and notes (judge-pairs.txt), beside the rules alone, and tells whether the model would be asked at all:
// it is no judge unless it passes its test first.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createJudge } from '../../src/llm/local/answer-judge.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import { openLocalModel } from './local-model.ts'

const { values } = parseArgs({ options: { model: { type: 'string' }, show: { type: 'boolean', default: false } } })
const signal = AbortSignal.timeout(3_600_000)
const model = values.model?.replace(/^local:/, '')
const opened = model === undefined ? undefined : await openLocalModel()
const pairs = readFileSync(new URL('judge-pairs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [question = '', at, notes = ''] = line.split(' | ')
    const lines = notes.split(' / ')
    return { question, lines, answer: at === '-' ? undefined : lines[Number(at) - 1] }
  })
/** Verdicts of a model that is asked whatever its test would say. */
const always = { read: async () => true, keep: async () => {} }
const counts: Record<string, Record<'right' | 'wrong' | 'silent', number>> = {}
for (const { question, lines, answer } of pairs) {
  const language = /[가-힣]/.test(question) ? 'ko' : 'en'
  const chosen = opened
    ? await createJudge(opened.provider, model ?? '', language, always).choose(question, lines, signal)
    : await linesOfRules(question, lines, language)
  const kind = answer === undefined ? 'none stands there' : 'one stands there'
  const outcome = chosen === answer ? 'right' : chosen === undefined ? 'silent' : 'wrong'
  for (const key of [`${language}, ${kind}`, 'all']) {
    counts[key] ??= { right: 0, wrong: 0, silent: 0 }
    counts[key][outcome]++
  }
  if (values.show) console.error(`${outcome.padEnd(7)} ${question} → ${chosen ?? '-'}`)
}
console.log(`| ${model ?? 'rules alone'} | right | wrong line | silent though it stands there |\n|---|---|---|---|`)
for (const [key, { right, wrong, silent }] of Object.entries(counts))
  console.log(`| ${key} | ${right} | ${wrong} | ${silent} |`)
if (opened)
  for (const language of ['ko', 'en'] as const) {
    const found: boolean[] = []
    const verdicts = {
      read: async () => undefined,
      keep: async (_: string, isJudge: boolean) => void found.push(isJudge),
    }
    await createJudge(opened.provider, model ?? '', language, verdicts).choose('?', ['-'], signal)
    console.log(
      `${language}: ${found[0] ? 'passes its test, and is asked' : 'does not pass its test: it is never asked'}`,
    )
  }
await opened?.stop()

/** The line that the rules answer with, where memory holds these lines. */
async function linesOfRules(question: string, lines: readonly string[], language: 'ko' | 'en') {
  const place = { zone: 'Asia/Seoul', language }
  const system = [{ name: 'personal', text: lines.map((line) => `- ${line}`).join('\n') }]
  const messages = [{ role: 'user' as const, id: 'one', at: Date.parse('2026-11-28T10:00:00+09:00'), text: question }]
  const request = { model: '', purpose: 'reply' as const, system, tools: [], messages }
  let text = ''
  for await (const part of createOffline(place)(request, signal)) if (part.type === 'text') text += part.text
  const shown = lines.filter((line) => text.includes(line))
  // Several are no answer: they are shown as what comes nearest.
  return shown.length === 1 ? shown[0] : undefined
}
