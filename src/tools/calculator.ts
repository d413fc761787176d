import { toolMessages } from '../messages/tools/tools.ts'
import { AssistantError, type Tool } from '../protocol/index.ts'
import { evaluateExpression } from './calculator/expression.ts'
import { toDecimal } from './calculator/rational.ts'
import type { ExpressionFault, Value } from './calculator/value.ts'
import { refuses, textResult, tool } from './tool.ts'

/** Significant digits shown of a non-terminating decimal. */
const shownDigits = 15

/** Arithmetic over exact fractions: 0.1+0.2 is 0.3, and 1/3 says that it was rounded. */
export const calculator: Tool = tool({
  name: 'calculator',
  facts: { group: 'core', kind: 'think', subject: 'arguments', reads: 'nothing', leavesNothing: true },
  deeds: 'none',
  category: 'safe',
  readOnly: true,
  description: 'Exact arithmetic: + - * / % ^ ! sqrt round(x,n) log sin pi; 200+10%.',
  schema: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  async run({ expression }, { language }) {
    const say = toolMessages[language].calculator
    try {
      const { text, exact } = formatValue(evaluateExpression(expression))
      const asked = expression.trim().replace(/\s*[=＝][\s?？]*$/, '')
      return textResult(say.result(asked, groupDigits(text), exact, shownDigits), { value: text, exact })
    } catch (error) {
      if (!(error instanceof AssistantError) || !error.failure.data) throw error
      const { fault, at, found } = error.failure.data as { fault: ExpressionFault; at: number; found: string }
      return refuses(say.wrong(say.faults[fault], at, found))
    }
  },
})

/** A value as a person writes it; `exact` is false where digits were left out. */
export function formatValue({ r, exact }: Value): { text: string; exact: boolean } {
  return exact ? toDecimal(r, shownDigits) : toDecimal(r, shownDigits, -1)
}

/** 1234567.5 → 1,234,567.5 */
function groupDigits(text: string): string {
  return text.replace(
    /^(-?)(\d{4,})/,
    (_, sign: string, digits: string) => sign + digits.replace(/\B(?=(\d{3})+$)/g, ','),
  )
}
