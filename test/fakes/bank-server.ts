import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * A bank as an MCP server on standard input and output (https://modelcontextprotocol.io/specification/2025-11-25)
 * that fails where it is told to: `node bank-server.ts <file> <how>`. The file has a line for each call and each move
 * of money; a key moves money once.
 */
const [file = '', how = 'good'] = process.argv.slice(2)

type Json = Record<string, unknown>
const write = (message: Json) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const note = (line: Json) => appendFileSync(file, `${JSON.stringify(line)}\n`)
const moved = () =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .flatMap((line) => (line ? (JSON.parse(line).moved ?? []) : []))
const text = (value: string, isError = false) => ({ content: [{ type: 'text', text: value }], isError })
const tool = (name: string, properties: Json = {}) => ({
  name,
  description: `The bank's ${name}.`,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
})
const tools = [
  tool('pay', { to: { type: 'string' }, won: { type: 'number' }, idempotency_key: { type: 'string' } }),
  tool('balance'),
  tool('history'),
]

function pay(key: string): void {
  if (!moved().includes(key)) note({ moved: key })
}

/** Answers that need nothing to be done. */
const answers: Record<string, Json> = {
  balance: { result: text('은행 잔액 7,000원') },
  history: { result: text('은행 거래 내역 2건') },
  refuses: { result: text('오늘 한도를 넘었습니다', true) },
  invalid: { error: { code: -32602, message: 'no such account' } },
  broken: { error: { code: -32603, message: 'internal' } },
}

function call(id: unknown, name: string, args: Json): void {
  note({ name, ...args })
  const answer = answers[name] ?? answers[how]
  if (answer) write({ id, ...answer })
  else if (how === 'before') process.exit(3)
  else if (how !== 'mute') pay(String(args.idempotency_key))
  if (how === 'after') process.exit(3)
  if (how === 'good' && name === 'pay') write({ id, result: text('접수번호 42') })
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id?: unknown; method: string; params?: Json }
  const capabilities = { tools: {} }
  if (method === 'initialize')
    write({
      id,
      result: { protocolVersion: params?.protocolVersion, capabilities, serverInfo: { name: 'bank', version: '1' } },
    })
  else if (method === 'tools/list') write({ id, result: { tools } })
  else if (method === 'tools/call') call(id, String(params?.name), (params?.arguments ?? {}) as Json)
  else if (id !== undefined) write({ id, result: {} })
}
