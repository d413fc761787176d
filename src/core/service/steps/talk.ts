import type { Event } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { lastMessages } from '../../context/system-prompt.ts'
import { runAgentLoop } from '../../turn/agent-loop.ts'
import { ModelClock, type TurnModel } from '../../turn/model-call.ts'
import type { FlowRun } from '../flow-run.ts'
import { converseJson, converseText, type Reply, type StepRequest, talkActions } from '../runner.ts'
import type { TalkStep } from '../service.ts'

/** Messages that a talking step is shown. */
const shownMessages = 12
/** SPEC §2 and §3: rounds of tools, and the same call with the same result. */
const bounds = { rounds: 10, sameCalls: 3 }

/** A talking step answers with the words of a model, as they come; undefined where there is no model. */
export async function* runTalk(run: FlowRun, step: TalkStep): AsyncGenerator<Event, Reply | undefined> {
  const model = await run.parts.model(step.card, run.input, run.context)
  if (!model) return undefined
  const label = run.say.labels.reply
  yield { type: 'step.started', step: step.name, label }
  const reply = yield* answerTalk(run, step, model)
  yield { type: 'step.ended', step: step.name, label, ok: true, result: { action: reply.action } }
  return reply
}

async function* answerTalk(run: FlowRun, step: TalkStep, model: TurnModel): AsyncGenerator<Event, Reply> {
  const { parts, context, input, say } = run
  const thread = context.thread()
  const { slots } = run.state
  const known = { ...slots, ...run.progress.found }
  const system = [
    { name: 'step', text: step.prompt },
    ...(Object.keys(known).length > 0 ? [{ name: 'state', text: JSON.stringify(known) }] : []),
    ...(thread.summaries.length > 0 ? [{ name: 'summaries', text: thread.summaries.join('\n') }] : []),
  ]
  const messages = () => lastMessages(context.thread().messages, shownMessages)
  if (step.card.tools?.length && parts.tools) {
    const loop = {
      model,
      clock: new ModelClock(parts.limits),
      ...bounds,
      ...(await parts.tools(step.card.tools, input, context)),
    }
    const done = yield* runAgentLoop(
      {
        ...loop,
        temperature: step.card.temperature ?? 0,
        async *compose() {
          return { system, messages: messages() }
        },
      },
      context,
    )
    return { action: 'ASK', message: done.text, id: done.message }
  }
  const request: StepRequest = {
    step: step.name,
    card: { timeout: 30_000, ...step.card },
    purpose: 'reply',
    model,
    system,
    messages: messages(),
    language: parts.language,
    limits: parts.limits,
    againLabel: say.labels.replyAgain,
  }
  return yield* step.format === 'json'
    ? converseJson(request, step.actions ?? talkActions, say.fallback, context)
    : converseText(request, say.fallback, context)
}

const END = patternOf('i')`
  ^\s*(?:(?:이제|그럼|자|오늘은|네|응|예)[\s,]*)*(?:그만(?:\s?(?:할래|할게|하자|해|둘래|둘게|두자|하고\s?싶어|얘기하자|이야기하자))?|끝(?:\s?(?:내자|낼게|낼래|내|
  이야|났어))?|종료(?:해${GIVE}|할게|하자)?|여기까지(?:만)?(?:\s?(?:하자|할게|할래))?|나갈(?:게|래)|나가기|취소|stop|quit|exit|bye|goodbye|that's all|
  that is all)(?:요|해요|해${GIVE})?[\s.!~]*$
`

/** "그만할래", "여기까지 할게요", "bye": the person leaves a talk. */
export function readsEnd(text: string): boolean {
  return END.test(text)
}
