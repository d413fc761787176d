import type { RuledTool } from '../../core/permissions/policy.ts'
import { createRule, type RulePlace } from '../../core/permissions/rules.ts'
import type { Id, JsonObject } from '../../protocol/index.ts'

/**
 * Rules that the person allowed for conversations: for as long as this process has them, or until they take them back.
 */
export class SessionRules {
  readonly #place: RulePlace
  readonly #rules = new Map<Id, string[]>()

  constructor(place: RulePlace) {
    this.#place = place
  }

  add(id: Id, rule: string): void {
    this.#rules.set(id, [...new Set([...this.of(id), rule])])
  }

  of(id: Id): readonly string[] {
    return this.#rules.get(id) ?? []
  }

  /** Every rule, of whichever conversation. */
  all(): string[] {
    return [...new Set([...this.#rules.values()].flat())]
  }

  covers(id: Id, tool: RuledTool, args: JsonObject): boolean {
    return createRule({ allow: this.of(id), ask: [], deny: [] }, this.#place)(tool, args) === 'allow'
  }

  /** Takes a rule back in all conversations; false where it stood in none. */
  remove(rule: string): boolean {
    const stood = this.all().includes(rule)
    for (const [id, rules] of this.#rules)
      this.#rules.set(
        id,
        rules.filter((one) => one !== rule),
      )
    return stood
  }
}
