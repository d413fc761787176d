import { type Ask, type Decision, type Id, type Input, isRemote, type Principal } from '../../protocol/index.ts'

type Answer = { decision: Decision; by: Principal | 'timeout' | 'policy' }

/** The approval requests of one turn. The process that owns the conversation keeps their deadlines. */
export class Approvals {
  #open = new Map<Id, (answer: Answer) => void>()
  #answers = new Map<Id, Promise<Answer>>()
  /** Questions about tools that the owner granted to a schedule: to be answered from afar. */
  readonly #granted = new Set<Id>()
  readonly #asked = new Map<Id, Pick<Ask, 'tool' | 'category'>>()
  readonly #input: Input

  constructor(input: Input) {
    this.#input = input
  }

  /**
   * Registers a request. It is denied after `ms` without an answer; without a limit it waits for the person (SPEC
   * §3).
   */
  ask(id: Id, ms: number | undefined, asked: Pick<Ask, 'tool' | 'category'>): void {
    if (this.#input.unattended?.tools.includes(asked.tool)) this.#granted.add(id)
    this.#asked.set(id, asked)
    const answer = new Promise<Answer>((resolve) => {
      const late = () => this.#settle(id, { decision: { choice: 'deny' }, by: 'timeout' })
      const timer = ms === undefined ? undefined : setTimeout(late, Math.max(0, ms))
      this.#open.set(id, (given) => {
        clearTimeout(timer)
        resolve(given)
      })
    })
    this.#answers.set(id, answer)
  }

  decided(id: Id): Promise<Answer> {
    const answer = this.#answers.get(id)
    if (!answer) throw new Error(`No approval ${id} is pending: a flow must yield tool.asked before it waits`)
    return answer
  }

  /** Return the tool that an open question is about. */
  asked(id: Id): Pick<Ask, 'tool' | 'category'> | undefined {
    return this.#open.has(id) ? this.#asked.get(id) : undefined
  }

  /**
   * The first valid answer wins. A remote person may answer what a turn of theirs asked, what was granted to a
   * schedule, and what they `may` besides.
   */
  answer(ask: Id, decision: Decision, by: Principal, may = false): 'taken' | 'late' {
    const isTheirs = isRemote(this.#input.origin) && by === this.#input.by
    if (by !== 'owner' && !isTheirs && !this.#granted.has(ask) && !may) return 'late'
    return this.#settle(ask, { decision, by }) ? 'taken' : 'late'
  }

  #settle(id: Id, answer: Answer): boolean {
    const resolve = this.#open.get(id)
    this.#open.delete(id)
    resolve?.(answer)
    return resolve !== undefined
  }

  /** Stops the deadlines when the turn has ended. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.#settle(id, { decision: { choice: 'deny' }, by: 'policy' })
  }
}
