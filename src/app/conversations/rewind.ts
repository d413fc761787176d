import { join } from 'node:path'
import { fail, type Id } from '../../protocol/index.ts'
import { ulid } from '../../std/ulid.ts'
import { readThread } from '../../threads/thread-store.ts'
import { type CheckpointStore, checkpointsOf, type Rewind } from '../../tools/checkpoints/store.ts'
import {
  changedPaths,
  planReversals,
  type Reversal,
  type RewindPoint,
  type TakenBack,
  takeBack,
} from '../../tools/checkpoints/take-back.ts'

/** The message and files that a rewind is to take back. */
export interface RewindRequest {
  /** The conversation that goes on afterwards, where that is another one. */
  to?: Id
  files: boolean
  /** Also files that somebody else has edited since. */
  edited?: boolean
}

/** A turn of a conversation with what the person said in it. */
interface SaidTurn {
  turn: Id
  message: Id
  text: string
  at: number
}

/**
 * Takes back what turns of a conversation did to files, over the journals of a home and the checkpoints of its tools.
 */
export class Rewinds {
  readonly #conversations: string
  readonly #store: CheckpointStore
  readonly #now: () => Date

  constructor(home: string, now: () => Date) {
    this.#conversations = join(home, 'conversations')
    this.#store = checkpointsOf(home, now)
    this.#now = now
  }

  /** Return the person's messages, the latest first. */
  async points(id: Id): Promise<RewindPoint[]> {
    const paths = new Set<string>()
    const points: RewindPoint[] = []
    for (const { turn, ...point } of (await this.#turns(id)).toReversed()) {
      for (const change of await this.#store.changes([turn])) for (const path of changedPaths(change)) paths.add(path)
      points.push({ ...point, files: paths.size })
    }
    return points
  }

  /** Plan the changes of taking files back to before that message. Throws `bad-input` if there is no such message. */
  async plan(id: Id, message: Id): Promise<Reversal[]> {
    return planReversals(await this.#store.changes(await this.#since(id, message)), this.#store)
  }

  /** Takes files back to before that message, and notes what was done, so that it can be undone. */
  async apply(id: Id, message: Id, { to = id, files, edited = false }: RewindRequest): Promise<TakenBack> {
    const last = (await this.#since(id, message)).at(-1) as Id
    const taken = files ? await takeBack(await this.plan(id, message), edited, this.#store) : { done: [], left: [] }
    if (taken.done.length > 0 || to !== id) await this.#note(last, id, to, taken)
    return taken
  }

  /** Plan the undoing of the last rewind, with the conversation that was left by it; undefined if there was none. */
  async planUndo(id: Id): Promise<{ last: Rewind; plan: Reversal[] } | undefined> {
    const last = await this.#store.lastRewind(id)
    if (!last) return undefined
    const { before, after } = last
    return { last, plan: await planReversals([{ id: last.id, by: 'rewind', before, after }], this.#store) }
  }

  /**
   * Undoes the last rewind. `from` is the conversation that was left by it. Throws `bad-input` where there was none.
   */
  async undo(id: Id, edited: boolean): Promise<TakenBack & { from: Id }> {
    const found = await this.planUndo(id)
    if (!found) return fail('bad-input', { detail: 'nothing was rewound', data: { rewind: id } })
    const { from, id: rewind } = found.last
    const taken = await takeBack(found.plan, edited, this.#store)
    const turn = (await this.#turns(from)).at(-1)?.turn
    if (turn && taken.done.length > 0) await this.#note(turn, from, from, taken)
    await this.#store.undone(id, rewind)
    return { ...taken, from }
  }

  async #turns(id: Id): Promise<SaidTurn[]> {
    const turns: SaidTurn[] = []
    for await (const { event, turn, at } of readThread(this.#conversations, id))
      if (event.type === 'turn.started' && turn)
        turns.push({ turn, message: event.input.id, text: event.input.text, at })
    return turns
  }

  /** The turns from that message on. */
  async #since(id: Id, message: Id): Promise<Id[]> {
    const turns = await this.#turns(id)
    const from = turns.findIndex((one) => one.message === message)
    if (from < 0) fail('bad-input', { detail: 'no such message', data: { message, conversation: id } })
    return turns.slice(from).map(({ turn }) => turn)
  }

  async #note(turn: Id, from: Id, to: Id, { done }: TakenBack): Promise<void> {
    const paths = (how: (one: Reversal) => Reversal['to']) =>
      Object.fromEntries(done.map((one) => [one.path, how(one)]))
    const at = +this.#now()
    await this.#store.rewound(turn, to, {
      id: ulid(at),
      at,
      from,
      before: paths(({ now }) => now),
      after: paths(({ to }) => to),
    })
  }
}
