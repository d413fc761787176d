import { expect, test } from 'vitest'
import { createJudge } from '../../../src/llm/local/answer-judge.ts'
import { localModelMessages } from '../../../src/messages/engine/local-model.ts'
import { AssistantError, type ModelRequest, type Provider } from '../../../src/protocol/index.ts'

const signal = new AbortController().signal
const { none, probes } = localModelMessages.ko.judge
const lines = ['땅콩 알레르기가 있음', '딸 이름은 지우']

/** A model that answers a question with this JSON; those of the probes right, unless it is told otherwise. */
function modelOf(answer: unknown, probe?: string): Provider & { asked: string[] } {
  const asked: string[] = []
  const provider = async function* ({ messages }: ModelRequest) {
    const question = String(messages[0]?.text.split('물음: ').at(-1))
    asked.push(question)
    const known = probes.find((one) => one.question === question)
    yield { type: 'text' as const, text: JSON.stringify(known ? { line: probe ?? known.answer ?? none } : answer) }
  }
  return Object.assign(provider, { asked })
}

function verdictsOf(known: Record<string, boolean> = {}) {
  return {
    known,
    read: async (model: string) => known[model],
    keep: async (model: string, isJudge: boolean) => void Object.assign(known, { [model]: isJudge }),
  }
}

test.each<[string, unknown, string | undefined]>([
  ['the line that it copies', { line: lines[0] }, lines[0]],
  ['nothing, where it says that there is none', { line: none }, undefined],
  ['nothing, where it says a line that is not there', { line: '버섯 알레르기가 있음' }, undefined],
  ['nothing, where it answers anything else', [{ line: lines[0] }], undefined],
])('a model that passed its test chooses %s', async (_, answer, chosen) => {
  const verdicts = verdictsOf()
  const judge = createJudge(modelOf(answer), 'm', 'ko', verdicts)
  expect(await judge.choose('나 뭐 먹으면 안 돼?', lines, signal)).toBe(chosen)
  expect(verdicts.known).toEqual({ [`m ko ${probes.length}`]: true })
})

test('a model that takes any line for an answer is no judge, and is tested once', async () => {
  const verdicts = verdictsOf()
  const model = modelOf({ line: lines[0] }, probes[0]?.lines[0])
  for (let again = 0; again < 3; again++)
    expect(await createJudge(model, 'm', 'ko', verdicts).choose('내 키가 몇이야?', lines, signal)).toBe(undefined)
  expect([verdicts.known, model.asked.length]).toEqual([{ [`m ko ${probes.length}`]: false }, 1])
})

test('a model that cannot be asked is neither a judge nor none', async () => {
  const verdicts = verdictsOf()
  const away: Provider = async function* () {
    yield { type: 'opened' as const }
    throw new AssistantError({ code: 'server' })
  }
  expect(await createJudge(away, 'm', 'ko', verdicts).choose('나 뭐 먹어?', lines, signal)).toBe(undefined)
  expect(verdicts.known).toEqual({})
})
