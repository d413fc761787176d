import { AssistantError, type JsonObject, type ToolResult } from '../../protocol/index.ts'
import type { OutsideBank } from '../../services/transfer/ledger.ts'
import type { Order } from '../../services/transfer/ledger-entries.ts'
import { transferMessages } from '../../services/transfer/messages.ts'
import type { AppContext } from '../context/app-context.ts'

type BankDeps = Pick<AppContext, 'loaded' | 'hub'>

/** Characters of a bank's words that are passed on. */
const wordsLength = 2_000

/** The bank that the settings name, as tools of an MCP server; undefined where money moves in the embedded ledger. */
export function externalBank({ loaded, hub }: BankDeps): OutsideBank | undefined {
  const { language, bank } = loaded.settings
  const { server, transfer, balance, history } = bank
  if (!server) return undefined
  const askBank = async (tool: string, args: JsonObject, signal: AbortSignal) => {
    const servers = await hub()
    if (!servers) return { isError: true, text: transferMessages[language].noServer(server) }
    return servers.callOnce(server, tool, args, { signal, language }).catch(notStarted)
  }
  const answer = (tool: string) => async (signal: AbortSignal) => {
    const { text, isError } = await askBank(tool, {}, signal)
    if (isError) throw new Error(text.slice(0, wordsLength))
    return text.slice(0, wordsLength)
  }
  return {
    async transfer(order, signal) {
      const { text, isError } = await askBank(transfer, argumentsOf(order, bank.arguments), signal)
      return { ok: isError !== true, detail: text.slice(0, wordsLength) }
    },
    ...(balance ? { balance: answer(balance) } : {}),
    ...(history ? { history: answer(history) } : {}),
  }
}

/** A server that is unknown, or that the person did not agree to yet, was asked nothing. */
function notStarted(error: unknown): ToolResult {
  const sentence = error instanceof AssistantError ? error.failure.data?.sentence : undefined
  if (typeof sentence !== 'string') throw error
  return { isError: true, text: sentence }
}

/** An order under the names that the bank's tool has for its parts: `["target=to"]` renames one. */
function argumentsOf({ key, target, amount, memo }: Order, names: readonly string[]): JsonObject {
  const renamed = new Map(names.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
  const said = { target, amount, ...(memo ? { memo } : {}), idempotency_key: key }
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [renamed.get(name) ?? name, value]))
}
