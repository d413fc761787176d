/** Words of other frameworks, and their place here: a newcomer who brings the word is led on. */
const keys: Readonly<Record<string, readonly [names: string, here: string]>> = {
  file: ['agents agent flows flow router graph nodes', 'steps'],
  code: ['handler handlers execute manifest', 'handler.ts'],
  sentences: ['messages', 'confirm, done, cancelled, failed'],
  state: ['state stages stage', 'steps.….stage'],
  hooks: ['hooks hook_handlers', 'hooks → handler.ts'],
  after: ['after_turn afterTurn', 'afterTurn → handler.ts'],
  words: ['intent intents scenario scenarios keywords triggers', 'words'],
  question: ['prompt ask', 'question'],
  check: ['validator validators validate', 'min, max, steps → kind: "code"'],
  error: ['error_msg error_message errorMessage', 'error'],
  attempts: ['max_retry max_retries retry retries', 'attempts'],
  timeout: ['timeout_sec timeout_ms timeoutMs', 'timeout (ms)'],
  schema: ['response_schema output_schema', 'card.schema'],
  prompt: ['system system_prompt systemPrompt SYSTEM_PROMPT', 'prompt'],
  say: ['message text', 'say'],
  next: ['transitions transition goto on', 'next'],
}

const values: typeof keys = {
  text: ['string str', 'text'],
  count: ['int integer number', 'count'],
  amount: ['money won currency', 'amount'],
  choice: ['enum select bool boolean', 'choice'],
  date: ['datetime day', 'date'],
  model: ['agent llm prompt', 'model'],
  code: ['lookup look-up handler function api execute validator', 'code'],
  talk: ['chat conversation', 'talk'],
  slots: ['form fill collect slot', 'slots'],
  branch: ['condition if switch router', 'branch'],
  confirm: ['approve approval ready', 'confirm'],
  tool: ['mcp', 'tool'],
  service: ['flow workflow subflow', 'service'],
}

const indexNames = (table: typeof keys): ReadonlyMap<string, string> =>
  new Map(Object.values(table).flatMap(([names, here]) => names.split(' ').map((name) => [name, here] as const)))

const [knownKeys, knownValues] = [indexNames(keys), indexNames(values)]

/**
 * Returns the place here of a key of other frameworks; undefined for a word that nobody uses, or that is meant as it
 * stands.
 */
export const keyHere = (key: string): string | undefined => knownKeys.get(key)

/** Returns the name here of a type or kind of other frameworks, of those that may stand in its place. */
export function valueHere(value: unknown, allowed: readonly string[]): string | undefined {
  const here = typeof value === 'string' ? knownValues.get(value.toLowerCase()) : undefined
  return here !== undefined && allowed.includes(here) ? here : undefined
}
