import { exitUsage } from '../../../ui/oneshot/exit-code.ts'
import type { Cli } from '../../command-context.ts'

/** Things of a home that can be named on a command line. */
export type ListKind = 'conversations' | 'models' | 'agents' | 'workspaces' | 'reminders' | 'skills'

/** Names that are printed at most. */
const most = 200

/** A name, and what it means: the columns of a line. */
type CompletionItem = readonly [name: string, meaning: string]

/**
 * Prints a list, a name and its meaning a line, divided by a tab: shells ask for it when Tab is pressed. 2 for a list
 * that is none.
 */
export async function printList(cli: Cli, kind: string): Promise<number> {
  if (!Object.hasOwn(lists, kind)) return exitUsage
  const rows = await lists[kind as ListKind](cli)
  const lines = rows.slice(0, most).map(([name, meaning]) => `${name}\t${meaning.replace(/\s+/g, ' ').slice(0, 60)}\n`)
  await cli.terminal.write(lines.join(''))
  return 0
}

const lists: Record<ListKind, (cli: Cli) => Promise<readonly CompletionItem[]>> = {
  conversations: async (cli) =>
    (await (await cli.assistant()).conversations.list()).map(({ id, title }): CompletionItem => [id, title]),
  models: async (cli) =>
    (await (await cli.assistant()).models()).map(({ provider, model }): CompletionItem => [model, provider]),
  agents: async (cli) =>
    (await (await cli.assistant()).agents()).map(({ name, workspace }): CompletionItem => [name, workspace]),
  workspaces: async (cli) => {
    const { listWorkspaces } = await import('../../../memory/agents.ts')
    return (await listWorkspaces((await cli.assistant()).home)).map((name): CompletionItem => [name, ''])
  },
  reminders: async (cli) => {
    const { remindersOf } = await import('../../../app/reminders/reminder-store.ts')
    const all = [...(await remindersOf((await cli.assistant()).parts).all()).values()]
    return all.filter(({ state }) => state === 'waiting').map(({ id, title }): CompletionItem => [id, title])
  },
  async skills(cli) {
    const [{ listSkills }, { loadSettings }] = await Promise.all([
      import('../../../app/admin/skill-admin.ts'),
      import('../../../config/settings.ts'),
    ])
    const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
    return (await listSkills(loaded, cli.environment)).map(
      ({ name, description }): CompletionItem => [name, description],
    )
  },
}
