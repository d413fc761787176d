import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { fail } from '../../../protocol/index.ts'
import type { Hub } from '../../../tools/mcp/client/hub.ts'
import type { Overview, ServerState } from '../../../tools/mcp/client/server-state.ts'
import type { Choosable } from '../../../ui/tui/components/items.ts'
import type { AskForm, Servers } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'
import { openAddress } from './open-external.ts'

type Action = keyof typeof mcpMessages.ko.desk.actions
type McpPanelParts = Pick<Assistant, 'mcp' | 'undecidedServers' | 'mcpAsker' | 'language' | 'parts'>

/** MCP servers at the chat: their questions, and what the person decides about them. */
export function createMcpPanel(assistant: McpPanelParts, signal: AbortSignal): Servers {
  const say = mcpMessages[assistant.language].desk
  /** Shows the address, and opens it where the desktop can. */
  const opener = (tell: (sentence: string) => void) => async (url: URL) => {
    tell(say.openBrowser(url.href))
    await openAddress(assistant.parts, url.href)
  }
  return {
    listen(ask, tell, until) {
      assistant.mcpAsker = {
        elicit: ({ server, message, schema }, gone) =>
          ask(
            {
              title: say.asks(server),
              message: shortenMessage(message, assistant.language),
              warning: say.warning,
              schema,
            },
            gone,
          ),
        widen: async (server, scope, gone) =>
          (await askYesOrNo(ask, say.widen(server), say.scope(scope), say.answer, gone)) ? opener(tell) : undefined,
      }
      until.addEventListener('abort', () => {
        assistant.mcpAsker = undefined
      })
    },
    async waiting() {
      const names = await assistant.undecidedServers()
      return names.length > 0 ? [say.undecided(names.join(', '))] : []
    },
    async list() {
      const hub = await assistant.mcp()
      if (!hub) return fail('bad-input', { data: { sentence: say.none } })
      return (await hub.overview()).flatMap((server) => actionsOf(server).map((action) => lineOf(server, action, say)))
    },
    async act(id, ask, tell) {
      const hub = await assistant.mcp()
      const [, action = '', name = ''] = /^([a-z]+) (.+)$/s.exec(id) ?? []
      if (!hub) return say.none
      return outcomes[action as Action](hub, name, {
        ask,
        show: opener(tell),
        say,
        language: assistant.language,
        signal,
      })
    },
  }
}

/** Characters of a stranger's question. What is longer is no question. */
const mostMessage = 4_000

function shortenMessage(message: string, language: Assistant['language']): string {
  const more = message.length - mostMessage
  return more > 0 ? `${message.slice(0, mostMessage)}\n${mcpMessages[language].content.cut(more)}` : message
}

interface PanelContext {
  ask: AskForm
  show(url: URL): Promise<void>
  say: typeof mcpMessages.ko.desk
  language: Assistant['language']
  signal: AbortSignal
}

const outcomes: Record<Action, (hub: Hub, name: string, around: PanelContext) => Promise<string>> = {
  async approve(hub, name, { ask, say, signal, show }) {
    const command = (await hub.overview()).find((server) => server.name === name)?.command ?? ''
    if (!(await askYesOrNo(ask, say.approve(name), command, say.answer, signal))) return say.left
    await hub.approve(name)
    return serverLine(await hub.reconnect(name, signal, show), say)
  },
  async refuse(hub, name, { say }) {
    await hub.refuse(name)
    return say.refused(name)
  },
  reconnect: async (hub, name, { say, signal }) => serverLine(await hub.reconnect(name, signal), say),
  login: async (hub, name, { say, signal, show }) => serverLine(await hub.reconnect(name, signal, show), say),
  async accept(hub, name, { ask, say, signal }) {
    const state = await hub.state(name, signal)
    const changed = state.tools.filter(({ withheld }) => withheld)
    const shown = changed.map(({ original, description }) => `${original}: ${description}`).join('\n')
    if (!(await askYesOrNo(ask, say.accept(name), shown, say.answer, signal))) return say.left
    await hub.accept(name)
    return serverLine(await hub.state(name, signal), say)
  },
}

function serverLine({ spec, state, trouble, tools }: ServerState, say: PanelContext['say']): string {
  return state === 'ready' ? say.ready(spec.name, tools.length) : (trouble ?? `${spec.name}: ${say.states[state]}`)
}

/** A question of yes or no, which begins at no. */
async function askYesOrNo(
  ask: AskForm,
  title: string,
  message: string,
  answer: string,
  signal: AbortSignal,
): Promise<boolean> {
  const schema = { type: 'object', properties: { answer: { type: 'boolean', title: answer } }, required: ['answer'] }
  const given = await ask({ title, message, schema }, signal)
  return given.action === 'accept' && given.content.answer === true
}

/** Return what can be done about a server, the likeliest first. */
function actionsOf({ state, remote, withheld }: Overview): Action[] {
  if (state === 'disabled') return []
  if (state === 'new') return ['approve', 'refuse']
  if (state === 'refused') return ['approve']
  return [...(withheld ? ['accept' as const] : []), 'reconnect', ...(remote ? ['login' as const] : []), 'refuse']
}

function lineOf(server: Overview, action: Action, say: PanelContext['say']): Choosable {
  const { name, state, tools, trouble, command } = server
  const about = trouble ?? (state === 'ready' ? say.tools(tools) : command)
  return { id: `${action} ${name}`, label: `${name} · ${say.actions[action]}`, note: `${say.states[state]} · ${about}` }
}
