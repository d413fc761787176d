import {
  composeSystem,
  contextParts,
  estimateTokens,
  lastMessages,
  memoryParts,
  messageText,
  type Pages,
} from '../../core/context/system-prompt.ts'
import { isOffered } from '../../core/permissions/policy.ts'
import type { PinReason } from '../../memory/pinned.ts'
import { promptVersion } from '../../messages/engine/prompt.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import { AssistantError, limits, type Tool } from '../../protocol/index.ts'
import type { Thread } from '../../threads/thread.ts'
import type { AgentView, AppContext } from '../context/app-context.ts'
import { placeOf, readOwnTexts, withGuide } from '../context/prompt-texts.ts'
import { type RecalledLine, recalledText } from '../context/recall.ts'
import { toolSchemas } from '../context/tool-source.ts'
import { todayLine } from '../environment/environment.ts'
import type { RoutedModel } from '../models/model-registry.ts'
import { arrangeTools } from '../tools/tool-groups.ts'

export interface ContextReport {
  parts: { name: string; chars: number; bytes: number; tokens: number; text: string }[]
  messages: number
  tools: {
    count: number
    chars: number
    bytes: number
    tokens: number
    listed: { name: string; description: string }[]
  }
  /** The version of our texts for models, and which of them the person replaced. */
  texts: { version: number; own: string[] }
  totalChars: number
  totalTokens: number
  limitChars: number
  /** Lines of each page of memory that every request carries; the others are fetched when a turn needs them. */
  memory: {
    scope: 'workspace' | 'agent' | 'personal'
    lines: number
    carried: number
    pinned: { line: number; text: string; why: PinReason }[]
  }[]
  /** The model that would be asked, with the reason where nobody chose it; absent where none can be asked. */
  model?: RoutedModel
  /** Lines fetched for the question, with the words they were fetched for. */
  recalled: RecalledLine[]
}

/** The conversation that goes on, and who answers in it. */
interface NextTurn {
  view: AgentView
  thread: Thread
}

/**
 * The prompt as the next turn would send it, part by part with sizes: for `question`, else for the last one of the
 * conversation. Also how much of each page of memory goes along, and what was fetched.
 */
export async function reportContext(
  app: AppContext,
  { view, thread }: NextTurn,
  question?: string,
): Promise<ContextReport> {
  const { recall, now, wall, zone, language } = app
  const { settings } = app.loaded
  const [offered, texts] = await Promise.all([offeredTools(app, view, thread), readOwnTexts(app.loaded.paths.home)])
  const list = view.tools ? { all: offered, listed: () => offered } : arrangeTools(offered, language)
  const tools = toolSchemas(list.listed(thread.messages), language, texts)
  const pages = withGuide(view.pages, list.all, placeOf(app, 'tui'), language, texts)
  const messages = lastMessages(thread.messages, settings.window.limit ?? limits.window[settings.window.profile].limit)
  const asked = question ?? thread.messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const recalled = await recall(asked, pages, { ...thread, messages })
  const fetched = contextParts(recalledText(recalled, wall, turnMessages[language]), turnMessages[language])
  const system = composeSystem(pages, thread, todayLine(now(), wall, zone, language), turnMessages[language])
  // A repeated question fetches anew.
  const last = question === undefined ? messages.findLast(({ role }) => role === 'user') : undefined
  const talk = messages.map((message) => (message === last ? message.text : messageText(message))).join('\n')
  const model = await app.models.route(asked, thread, view.model).catch((error) => {
    if (!(error instanceof AssistantError)) throw error
  })
  const schemas = tools.length > 0 ? JSON.stringify(tools) : ''
  const parts = [...system, ...(talk ? [{ name: 'messages', text: talk }] : []), ...fetched].map(measureText)
  return {
    parts,
    messages: messages.length,
    tools: {
      count: tools.length,
      chars: schemas.length,
      bytes: Buffer.byteLength(schemas),
      tokens: estimateTokens(schemas),
      listed: tools.map(({ name, description }) => ({ name, description })),
    },
    texts: { version: promptVersion, own: [...texts.keys()] },
    totalChars: parts.reduce((sum, { chars }) => sum + chars, schemas.length),
    totalTokens: parts.reduce((sum, { tokens }) => sum + tokens, estimateTokens(schemas)),
    limitChars: settings.contextMaxSize,
    memory: carriedOf(pages),
    ...(model && { model }),
    recalled,
  }
}

const measureText = ({ name, text }: { name: string; text: string }) => ({
  name,
  chars: text.length,
  bytes: Buffer.byteLength(text),
  tokens: estimateTokens(text),
  text,
})

/** For each page of memory how many of its lines every request carries, and why those that are pinned are. */
function carriedOf(pages: Pages): ContextReport['memory'] {
  const parts = memoryParts(pages)
  return (['workspace', 'agent', 'personal'] as const).map((scope) => {
    const { carried, left } = parts[scope]
    const lines = carried.filter(({ kind }) => kind !== 'heading')
    const pinned = lines.flatMap(({ line, text, pin }) => (pin ? [{ line, text, why: pin }] : []))
    return { scope, lines: lines.length + left.length, carried: lines.length, pinned }
  })
}

/** The tools that the agent may use here, as the next request lists them. */
async function offeredTools(parts: AppContext, { categories, tools }: AgentView, thread: Thread): Promise<Tool[]> {
  const permits = {
    origin: 'tui' as const,
    categories,
    ...(thread.mode ? { mode: thread.mode } : {}),
    ...(tools ? { tools } : {}),
    granted: () => false,
    rule: () => undefined,
    session: () => false,
    tainted: false,
  }
  return (await parts.tools.tools(thread)).filter((tool) => isOffered(tool, permits))
}
