import type { LocalMessage } from './protocol.ts'

/** Renders a Jinja template. Throws where the template refuses the messages. */
type Render = (template: string, variables: Record<string, unknown>) => string

/** Marks around the number of a message, in the place of its words: two characters for private use. */
const [opens, closes] = ['\ue0f8', '\ue0f9']
/** Splits a rendered conversation: at odd places stand numbers of messages. */
export const contentMarks = new RegExp(`[${opens}${closes}]`)

/** ChatML, which most models know; for files without a template. */
const chatMl =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n'

/** Gemma's turns: the system prompt stands at the head of the first one. */
const gemmaTurns =
  '{% if messages[0].role == "system" %}{{ raise_exception("no system role") }}{% endif %}{% for m in messages %}<start_of_turn>{{ "model" if m.role == "assistant" else "user" }}\n{{ m.content }}<end_of_turn>\n{% endfor %}<start_of_turn>model\n'

/** Return the template for a file without one: that whose marks are tokens of its vocabulary. */
export const templateByMarks = (isToken: (mark: string) => boolean): string =>
  !isToken('<|im_start|>') && isToken('<start_of_turn>') ? gemmaTurns : chatMl

/**
 * Render a conversation by the model's own template, with marked numbers in the place of all words: they can then
 * never be read as marks of the template. A template that knows no system role gets its words with the first message.
 */
export function chatText(messages: readonly LocalMessage[], template: string, render: Render): string {
  const numbered = messages.map(({ role }, at) => ({ role: role as string, content: `${opens}${at}${closes}` }))
  const variables = { add_generation_prompt: true, enable_thinking: false, tools: undefined }
  const renderWith = (list: typeof numbered) => render(template, { ...variables, messages: list })
  try {
    const text = renderWith(numbered)
    // Some templates leave the system message out without a word.
    if (numbered.every(({ content }) => text.includes(content))) return text
  } catch (error) {
    if (numbered[0]?.role !== 'system') throw error
  }
  const [system, first, ...rest] = numbered
  if (system?.role !== 'system' || !first) return render(chatMl, { ...variables, messages: numbered })
  return renderWith([{ role: 'user', content: `${system.content}\n\n${first.content}` }, ...rest])
}
