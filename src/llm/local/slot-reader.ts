import { localModelMessages } from '../../messages/engine/local-model.ts'
import { AssistantError, type JsonObject, type ModelRequest, type Provider } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import type { OpenRequest } from '../rules/open-request.ts'

/** Tokens of an answer: one run of words in JSON. */
const answerTokens = 80

/**
 * Ask a model which words of a request say what it is about, and return the offer that the rules make of them. The
 * model chooses among runs of words that stand in the sentence; whatever else it answers is nothing.
 */
export async function offerByModel(
  model: Provider,
  open: OpenRequest,
  request: Pick<ModelRequest, 'model' | 'messages'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const last = request.messages.findLast(({ role }) => role === 'user')
  if (open.offers.size === 0 || last?.role !== 'user') return undefined
  const choices = choicesOf(open)
  if (choices.length === 1) return open.offers.get(choices[0] ?? '')
  const schema: JsonObject = {
    type: 'object',
    properties: { what: { type: 'string', enum: choices } },
    required: ['what'],
  }
  const asked: ModelRequest = {
    model: request.model,
    purpose: 'slots',
    system: [{ name: 'step', text: localModelMessages[open.language].slots[open.deed] }],
    messages: [{ role: 'user', id: last.id, at: last.at, text: open.said }],
    tools: [],
    temperature: 0,
    maxTokens: answerTokens,
    json: schema,
  }
  let text = ''
  try {
    for await (const part of model(asked, signal)) if (part.type === 'text') text += part.text
  } catch (error) {
    // Without a reading the rules ask as ever; a model that is not there is told by the answer that wants it.
    if (signal.aborted || !(error instanceof AssistantError)) throw error
    return undefined
  }
  const { what } = argsOf(text).args
  return typeof what === 'string' ? open.offers.get(what) : undefined
}

/** Words by which a Korean clause ends and another goes on, and the noun that closes what somebody speaks of. */
const BORDER = /(?:[는은인한던된난]데|니까|거든|길래|지만|잖아|더라|[래대])$|^[거것걸]$/
const CONNECTS = /(?:[는은인한던된난]데|니까|거든|길래|지만|잖아|더라)$/

/** Words by which an English clause ends, and the ends of a Korean one that tells something. */
const [JOINS, TELLS] = [
  /[,;]|\b(?:since|because|so|but|in case|before|when|for the record|just so you know)\b/i,
  /(?:[있없]어|[\d가-힣]야)$/,
]

/** Ends of a Korean clause that says why, and beginnings of an English one. */
const SAYS_WHY = /(?:니까|테니|[아어해]서|려고|하게|잖아)$|^(?:before|since|because|so) /i

/**
 * Leave to the model which clause a note is, each as long as it stands there, for a part of one says nothing; those
 * that say why, and single words, only where there are no others.
 */
function clausesOf(runs: readonly string[], language: OpenRequest['language']): string[] {
  const isOfOne = (run: string) =>
    language === 'ko'
      ? !run.split(' ').some((word, at, all) => at < all.length - 1 && (BORDER.test(word) || TELLS.test(word)))
      : !JOINS.test(run)
  const own = runs.filter(isOfOne)
  const whole = own.filter((run) => !own.some((other) => other !== run && ` ${other} `.includes(` ${run} `)))
  const told = whole.filter((run) => run.includes(' ') && !SAYS_WHY.test(run))
  return told.length > 0 ? told : whole
}

/**
 * Leave out the runs that go on behind a clause's end and, behind a time, those that lack their first words: in Korean
 * these say which thing is meant. The fewer a small model may choose from, the more often it is right, and the sooner.
 */
function choicesOf({ offers, language, deed }: OpenRequest): string[] {
  const runs = [...offers.keys()]
  const clauses = deed === 'note' ? clausesOf(runs, language) : []
  if (clauses.length > 0) return clauses
  if (language !== 'ko') return runs
  // A word alone before the time (이따) begins nothing.
  const first = (runs.find((run) => run.includes(' ')) ?? runs[0])?.split(' ')[0]
  const inClause = runs.filter(
    (run) =>
      !run
        .split(' ')
        .slice(0, -1)
        .some((word) => BORDER.test(word)),
  )
  const whole = inClause.filter((run) => run.split(' ')[0] === first)
  const closed = whole.filter((run) => !CONNECTS.test(run))
  return [closed, whole, inClause].find(({ length }) => length > 0) ?? runs
}
