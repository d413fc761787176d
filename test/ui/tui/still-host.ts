import type { Conversation } from '../../../src/protocol/index.ts'
import type { TuiEngine, TuiHost } from '../../../src/ui/tui/tui-host.ts'

const none = async () => []
const empty = async () => ({ title: '', rows: [] })

/**
 * A host that opens conversations and has nothing else: what a test or a measurement is about, it puts in place of
 * these.
 */
export function stillHost(open: () => Promise<Conversation>): TuiHost & TuiEngine {
  const host: TuiHost & TuiEngine = {
    language: 'ko',
    initial: { agent: '비서', workspace: '기본' },
    clock: () => Date.now(),
    engine: async () => host,
    get awake() {
      return Promise.resolve(host)
    },
    open,
    fresh: open,
    private: open,
    resume: open,
    fork: open,
    conversations: none,
    hasModel: async () => true,
    search: none,
    last: none,
    rename: async () => {},
    remove: async () => true,
    workspaces: none,
    permissions: empty,
    agentList: empty,
    reminders: empty,
    lists: empty,
    schedules: empty,
    context: empty,
    usage: empty,
    memory: empty,
    tools: empty,
    docs: empty,
    init: async () => '',
    sync: async () => {},
    setup: async () => false,
    models: none,
    agents: none,
    chooseModel: async () => undefined,
    chooseAgent: async () => {},
    history: { read: none, add: async () => {} },
    files: none,
    past: async function* () {},
    page: async () => {},
    rewind: {
      points: none,
      plan: none,
      apply: async () => ({ done: [], left: [] }),
      planUndo: async () => undefined,
      undo: async () => ({ done: [], left: [] }),
    },
    clipboard: async () => ({ why: '' }),
    blind: async () => undefined,
    attach: async () => undefined,
    compact: async () => false,
    prompts: none,
    prompt: async () => undefined,
    rings: async function* () {},
    bell: true,
    snooze: async () => '',
    voice: async () => ({
      call: '비서야',
      press() {},
      typed() {},
      ring() {},
      hears: Promise.resolve(),
      done: Promise.resolve(),
    }),
    live: none,
    handoff: async () => '',
    show: async () => {},
    export: async () => '',
    write: async (text) => text,
    say: { failure: ({ code }) => code, notice: (code) => code, path: (file) => file },
  }
  return host
}
