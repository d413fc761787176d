import { join } from 'node:path'
import { pictureMessages } from '../../../messages/surfaces/tui-pictures.ts'
import { AssistantError } from '../../../protocol/index.ts'
import { loadThread } from '../../../threads/journal.ts'
import { emptyThread } from '../../../threads/thread.ts'
import { clipboardPicture } from '../../../tools/desktop/clipboard-picture.ts'
import { desktopEnv } from '../../../tools/shell/environment.ts'
import type { TuiEngine } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'

/** Pictures that a person pastes into the chat. */
export function picturesOf({ parts, home, language }: Assistant, leaving: AbortSignal) {
  const say = pictureMessages[language]
  return {
    async clipboard() {
      const { platform, env } = parts.environment
      const found = await clipboardPicture({ platform, env: desktopEnv(env) }, leaving)
      if (!('none' in found)) return { image: found }
      if (found.none === 'program') return { why: say.noProgram(found.programs) }
      return found.none === 'size' ? { why: say.tooLarge(say.clipboard) } : { why: say.none, isEmpty: true as const }
    },
    async blind({ id }) {
      const folder = join(home, 'conversations')
      const loaded = await loadThread(folder, id).catch(() => emptyThread(id))
      const thread = loaded.seq === 0 ? { ...loaded, ...parts.initial } : loaded
      const { model, sees } = await parts.models
        .sight(thread.model ?? (await parts.agent(thread)).model)
        .catch(leaveFailure)
      if (sees) return undefined
      return model === 'rules' ? say.rules : say.blind(model)
    },
  } satisfies Partial<TuiEngine>
}

/** Leave failures to the moment of asking. */
function leaveFailure(error: unknown): { model: string; sees: boolean } {
  if (error instanceof AssistantError) return { model: '', sees: true }
  throw error
}
