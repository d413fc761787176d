import { accountMessages } from '../../messages/tools/accounts.ts'
import type { ToolContext, ToolResult } from '../../protocol/index.ts'
import type { AccountFault } from '../accounts/fault.ts'
import { refuses } from '../tool.ts'
import { sentenceOf } from '../web/api-client.ts'

/** The card of an effect, or why it cannot be. */
export async function explainEffect(effect: () => Promise<string>, risk: 'low' | 'medium' | 'high') {
  try {
    return { effect: await effect(), risk }
  } catch (error) {
    return { refused: sentenceOf(error) ?? rethrow(error) }
  }
}

/** The result of work, or the sentence it failed with. */
export async function answerFault(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    return refuses(sentenceOf(error) ?? rethrow(error))
  }
}

/** The sentence of an account's fault. */
export const mailFault = (
  { fault, detail = '' }: { fault: AccountFault; detail?: string },
  { language }: Pick<ToolContext, 'language'>,
): string => accountMessages[language].faults[fault](detail)

function rethrow(error: unknown): never {
  throw error
}
