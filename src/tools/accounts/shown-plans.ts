import type { ToolContext } from '../../protocol/index.ts'

const mostKept = 50

/**
 * Plans that cards showed, by turn and arguments: what is carried out is what was shown, whatever has come or changed
 * on the server since.
 */
export class ShownPlans<Plan> {
  readonly #plans = new Map<string, Plan>()

  keep(args: object, context: ToolContext, plan: Plan): void {
    if (this.#plans.size >= mostKept) this.#plans.clear()
    this.#plans.set(keyOf(args, context), plan)
  }

  /** Take the plan that was shown, or make one where no card was. */
  async take(args: object, context: ToolContext, make: () => Promise<Plan>): Promise<Plan> {
    const key = keyOf(args, context)
    const plan = this.#plans.get(key)
    this.#plans.delete(key)
    return plan ?? make()
  }
}

const keyOf = (args: object, { turn }: ToolContext) => `${turn} ${JSON.stringify(args)}`
