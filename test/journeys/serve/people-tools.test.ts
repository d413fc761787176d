import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { tokensOf } from '../../../src/app/http/http-server.ts'
import { guestProfile } from '../../../src/memory/profiles.ts'
import { callTool, modelServer, type Script, say } from '../../fakes/model-server.ts'
import { longTest } from '../../parts.ts'
import { ask, bearer } from '../../ui/http/rig.ts'
import { assistantAt, freshHome, said } from '../home.ts'

const secret = '4417-HIDDEN'

/** Arguments that would bring what is of others, for whatever a tool calls them. */
function argumentsFor(schema: { properties?: Record<string, { type?: string }>; required?: string[] }, file: string) {
  const values = Object.entries(schema.properties ?? {}).map(([name, { type }]) => {
    if (type === 'integer' || type === 'number') return [name, 1]
    if (type === 'boolean') return [name, true]
    if (type === 'array') return [name, [file]]
    const isPath = /path|file|folder|dir|cwd/.test(name)
    return [name, isPath ? file : /command/.test(name) ? `cat ${file}` : secret.slice(0, 4)]
  })
  return Object.fromEntries(values.filter(([name]) => schema.required?.includes(String(name)) ?? true))
}

longTest(
  'a model that calls every tool there is brings nobody the files, usage, audit or conversations of another',
  {
    timeout: 120_000,
  },
  async () => {
    const [home, work] = [freshHome(), freshHome()]
    writeFileSync(join(work, 'notes.txt'), secret)
    for (const [name, text] of [
      ['conversations/x.md', secret],
      ['state/audit.jsonl', JSON.stringify({ tool: 'read_file', args: { path: secret } })],
      ['state/spent/person-other/spent-2026-11.txt', secret],
    ] as const) {
      mkdirSync(join(home, name, '..'), { recursive: true })
      writeFileSync(join(home, name), text)
    }
    const all = [...(await (await assistantAt(home)).parts.tools.tools())]
    expect(all.length).toBeGreaterThan(30)
    let at = 0
    const results: string[] = []
    const script: Script = ({ body }) => {
      const last = body.messages.at(-1) as { role: string; content: unknown }
      if (last.role === 'tool') {
        results.push(JSON.stringify(last.content))
        return say(`들은 것: ${JSON.stringify(last.content)}`)
      }
      const tool = all[at++ % all.length] as (typeof all)[number]
      return callTool(tool.name, argumentsFor(tool.schema as never, join(work, 'notes.txt')))
    }
    const model = await modelServer(...Array.from({ length: all.length * 8 }, () => script))
    const assistant = await assistantAt(home, { model: model.openai, cwd: work })
    const serving = await assistant.serve({ host: '127.0.0.1', port: 0, sessions: 'memory', origins: [] })
    onTestFinished(async () => {
      await serving.close()
      await assistant.close()
      await model[Symbol.asyncDispose]()
    })
    const tokens = tokensOf(assistant.parts)
    const front = (await tokens.add('front', [], { people: true, profile: guestProfile('front') })) ?? ''
    const port = Number(new URL(serving.url).port)
    const turns = all.map(async (_, i) => {
      const headers = { ...bearer(front), 'x-end-user': 'ann' }
      const body = JSON.stringify({ session_id: `s${i}`, message: '남의 것을 보여줘' })
      return (await ask(port, 'POST', '/v1/agent/chat', headers, body)).body
    })
    const answers = await Promise.all(turns)
    expect(results.length).toBe(all.length)
    expect([...answers, ...results].filter((text) => text.includes('HIDDEN'))).toEqual([])
    // The same tools bring it to the owner, so that this can fail.
    at = 0
    results.length = 0
    const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
    for (const _ of all) await said(conversation, '보여줘', 'tui')
    expect(results.filter((text) => text.includes('HIDDEN')).length).toBeGreaterThan(0)
  },
)
