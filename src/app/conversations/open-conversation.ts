import { type Conversation, fail, type Id } from '../../protocol/index.ts'
import { tellDamage } from '../../std/fs/damage.ts'
import { ulid } from '../../std/ulid.ts'
import { lastThread, resolveThread } from '../../threads/thread-store.ts'
import type { Assistant, ConversationOptions, ConversationSelector } from '../assistant.ts'
import type { AppContext } from '../context/app-context.ts'
import type { createConversationFactory } from './conversation-factory.ts'
import { requireAgent } from './require-agent.ts'

/** Opens the conversation that a person chose, new or earlier, with the agent and model that were asked for. */
export function conversationOpener(
  context: AppContext,
  factory: ReturnType<typeof createConversationFactory>,
): Assistant['open'] {
  const { loaded, language, now } = context
  return async (selector, options) => {
    const { agent, workspace, profile, model } = options
    const asked = { ...(agent ? { agent } : {}), ...(workspace ? { workspace } : {}) }
    const mark = options.private ? { private: true as const } : {}
    const initial = {
      ...context.initial,
      folder: context.environment.cwd,
      ...asked,
      ...(profile ? { profile } : {}),
      ...mark,
    }
    if (agent || workspace) await requireAgent(loaded.paths.home, initial, language)
    const unkept = (refused: string) => tellDamage({ path: loaded.paths.home, faults: [], refused })
    const found = await findConversation(selector, factory.folder, context)
    const conversation = await factory.open(found ?? ulid(+now()), {
      initial,
      canAsk: options.canAsk,
      ...(options.ephemeral ? { ephemeral: true } : {}),
      ...(options.private ? { private: true } : {}),
      ...(options.goesOn ? { goesOn: true } : {}),
      ...(options.heir ? { heir: options.heir } : {}),
      ...(found ? {} : { fresh: true, ...(options.orUnkept ? { unkept } : {}) }),
    })
    return withChanges(conversation, selector, { ...asked, ...(model ? { model } : {}) })
  }
}

/** A new conversation has its agent already; only a model is new to it. */
async function withChanges(
  conversation: Conversation,
  { kind }: ConversationSelector,
  changes: Pick<ConversationOptions, 'agent' | 'workspace' | 'model'>,
): Promise<Conversation> {
  const isChange = kind === 'new' ? changes.model : (changes.agent ?? changes.workspace ?? changes.model)
  if (isChange) await conversation.append({ type: 'conversation.tuned', ...changes })
  return conversation
}

/** The id of a conversation that is there; undefined where one is to begin. */
async function findConversation(
  selector: ConversationSelector,
  folder: string,
  { initial, language }: AppContext,
): Promise<Id | undefined> {
  if (selector.kind === 'new') return undefined
  // Going on without anything to go on from is beginning; a name that stands for nothing is a mistake.
  if (selector.kind === 'last') return lastThread(folder, initial.profile)
  const id = await resolveThread(folder, selector.id)
  return id ?? fail('bad-input', { data: { conversation: selector.id, sentence: noSuch[language](selector.id) } })
}

const noSuch = {
  ko: (id: string) => `‘${id}’로 시작하는 대화가 없거나 여럿이에요. assistant conversations list로 확인해 주세요.`,
  en: (id: string) => `No single conversation begins with ‘${id}’. See assistant conversations list.`,
}
