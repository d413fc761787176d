import type { ToolContext } from '../protocol/index.ts'
import { ulid } from '../std/ulid.ts'
import type { Thread } from '../threads/thread.ts'
import type { Assistant } from './assistant.ts'
import { auditTo } from './audit.ts'
import { hooksOf, toolContext } from './engine.ts'
import { webTools } from './keyed-tools.ts'
import type { EngineParts } from './parts.ts'

/** The tools by hand: what there is, which key is missing, and calls by the person at this machine. */
export function toolBox(parts: EngineParts, birth: () => Pick<Thread, 'agent' | 'workspace' | 'profile'>): Assistant['tools'] {
  const run: Assistant['tools']['run'] = async (among, name, args, confirm, signal, progress) => {
    const { callByHand } = await import('./call.ts')
    const context: ToolContext = {
      ...toolContext(parts, birth(), { origin: 'oneshot', by: 'owner' }),
      conversation: '',
      turn: ulid(+parts.now()),
      signal,
    }
    const around = { ...hooksOf(parts), audit: auditTo(parts), ...(progress ? { progress } : {}) }
    return callByHand(among, name, args, confirm, context, parts.loaded.settings.limits.toolMs, around)
  }
  return {
    run,
    list: async () => {
      const { missing } = webTools(parts.loaded, parts.secrets)
      const offered = (await parts.tools.tools()).map((tool) => ({ tool }))
      return [...offered, ...missing.map(({ tool, key }) => ({ tool, missing: key }))]
    },
    call: async (...wish) => run(await parts.tools.tools(), ...wish),
  }
}
