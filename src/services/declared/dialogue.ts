/** One thing that is said or happens in a dialogue. */
export type DialogueLine =
  | { who: 'person' | 'assistant' | 'model'; text: string; line: number }
  | { who: 'tool'; name: string; text: string; line: number }

/** A conversation as a test: what the person says, and what is answered. */
export interface Dialogue {
  title: string
  /** The time at which it takes place, ISO 8601. */
  now?: string
  language?: 'ko' | 'en'
  lines: DialogueLine[]
}

const WHO: Readonly<Record<string, 'person' | 'assistant' | 'model'>> = {
  나: 'person',
  me: 'person',
  you: 'person',
  비서: 'assistant',
  assistant: 'assistant',
  모델: 'model',
  model: 'model',
}
const SAID = /^\s*(?:[-*]\s+)?(나|me|you|비서|assistant|모델|model)(?:\s*:\s*|\s{2,})(.*)$/i
const TOOL = /^\s*(?:[-*]\s+)?(?:도구|tool)\s+([\w-]+)\s*:\s*(.*)$/i
const SET = /^\s*(?:[-*]\s+)?(now|lang)\s*:\s*(\S+)\s*$/i

/**
 * Dialogues out of Markdown: each heading begins one, `- 나: …` is what the person says, `- 비서: …` the whole answer.
 * `- 모델: …` is what a model answers in the turn above it, `- 도구 NAME: …` what a tool does. A line that is indented
 * goes on with the one above.
 */
export function readDialogues(markdown: string): Dialogue[] {
  const all: Dialogue[] = []
  const at = (): Dialogue => {
    if (all.length === 0) all.push({ title: '', lines: [] })
    return all.at(-1) as Dialogue
  }
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    const heading = /^#+\s+(.+?)\s*$/.exec(text)?.[1]
    if (heading) {
      all.push({ title: heading, lines: [] })
      continue
    }
    takeLine(at, text, index + 1)
  }
  return all.filter(({ lines }) => lines.length > 0)
}

function takeLine(at: () => Dialogue, text: string, line: number): void {
  const said = SAID.exec(text)
  const tool = TOOL.exec(text)
  const set = SET.exec(text)
  if (set) {
    const [, key = '', value = ''] = set
    Object.assign(at(), key.toLowerCase() === 'now' ? { now: value } : { language: value === 'en' ? 'en' : 'ko' })
  } else if (said) at().lines.push({ who: WHO[(said[1] ?? '').toLowerCase()] ?? 'person', text: said[2] ?? '', line })
  else if (tool) at().lines.push({ who: 'tool', name: tool[1] ?? '', text: tool[2] ?? '', line })
  else if (/^\s{2,}\S/.test(text)) {
    const last = at().lines.at(-1)
    if (last) last.text += `\n${text.trim()}`
  }
}

/** One exchange: what was said, what models and tools do in it, and what is to be answered. */
export interface DialogueTurn {
  said: string
  line: number
  replies: string[]
  tools: { name: string; text: string }[]
  wanted?: { text: string; line: number }
}

/** The exchanges of a dialogue, in their order. */
export function exchangesOf({ lines }: Dialogue): DialogueTurn[] {
  const all: DialogueTurn[] = []
  for (const one of lines) {
    if (one.who === 'person') all.push({ said: one.text, line: one.line, replies: [], tools: [] })
    const last = all.at(-1)
    if (!last) continue
    if (one.who === 'model') last.replies.push(one.text)
    if (one.who === 'tool') last.tools.push({ name: one.name, text: one.text })
    if (one.who === 'assistant') last.wanted = { text: one.text, line: one.line }
  }
  return all
}

const flattenText = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** True if an answer is what a dialogue wants; "…" stands for anything. */
export function isAnswered(wanted: string, answer: string): boolean {
  const parts = flattenText(wanted)
    .split(/…|\.\.\./)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(flattenText(answer))
}
