import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { bareEnv, freshHome } from '../../cli/assistant.ts'
import { freePort } from '../../fakes/listen.ts'
import { startedProgram } from '../../fakes/started.ts'
import { oracleFile, testWithOracles } from '../../oracles/oracle.ts'
import { longTest, realPart, requiresFiles } from '../../parts.ts'

// Programs of other houses at every door, as they come from their registries.
const clients = resolve('test/oracles/clients')
const packages = `clients-${createHash('sha256')
  .update(readFileSync(join(clients, 'requirements.txt')))
  .digest('hex')
  .slice(0, 12)}`
const question = '3*(2+4)는?'
const answer = '18이에요.'
const run = promisify(execFile)

const homeEnv = () => bareEnv(freshHome(), { ASSISTANT_PROVIDER: 'offline', ASSISTANT_LANG: 'ko' })

/** A program that was started, and what it has said once that fits. */
async function started(command: string, args: string[], env: NodeJS.ProcessEnv, sign: RegExp): Promise<string> {
  const { child, said } = startedProgram(command, args, env, sign)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return said
}

/** Our server and the way to it, as variables of a client. */
async function served(): Promise<{ URL: string; TOKEN: string }> {
  const said = await started(
    process.execPath,
    ['bin/assistant.js', 'serve', '--port', '0'],
    homeEnv(),
    /http:\/\/127\.0\.0\.1:\d+[\s\S]*ast_[\w-]{20}|ast_[\w-]{20}[\s\S]*http:\/\/127\.0\.0\.1:\d+/,
  )
  return { URL: /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '', TOKEN: /ast_[\w-]+/.exec(said)?.[0] ?? '' }
}

/** What a program in Python says as JSON. */
async function python(args: string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await run('python3', args, { env: { ...env, PYTHONPATH: realPart(packages) } })
  return JSON.parse(stdout)
}

requiresFiles(packages)('clients of PyPI', () => {
  longTest(
    'the official client of OpenAI lists, asks, streams, and is refused with its own error',
    async () => {
      const env = { ...bareEnv(freshHome()), ...(await served()) }
      const all = { chat: answer, stream: answer, response: answer, finish: 'stop', refused: 400 }
      expect(await python([join(clients, 'openai_client.py')], env)).toEqual(all)
    },
    300_000,
  )

  longTest(
    'an ACP client of another house begins a session and is answered',
    async () => {
      const agent = [process.execPath, resolve('bin/assistant.js'), 'acp']
      expect(await python([join(clients, 'acp_client.py'), ...agent], homeEnv())).toEqual({
        version: 1,
        answers: [answer, expect.stringMatching(/./)],
        stops: ['end_turn', 'end_turn'],
      })
    },
    300_000,
  )

  longTest(
    'a client that was generated of the OpenAPI document asks a turn',
    async () => {
      const server = await served()
      const folder = freshHome()
      const document = join(folder, 'openapi.json')
      writeFileSync(document, await (await fetch(`${server.URL}/openapi.json`)).text())
      writeFileSync(join(folder, 'config.yaml'), 'post_hooks: []\n')
      const env = { ...bareEnv(folder), ...server, PYTHONPATH: realPart(packages) }
      const made = ['--path', document, '--meta', 'none', '--output-path', join(folder, 'made')]
      await run(
        'python3',
        ['-m', 'openapi_python_client', 'generate', ...made, '--config', join(folder, 'config.yaml')],
        {
          env,
        },
      )
      const told = await python([join(clients, 'openapi_client.py'), folder, 'chat'], env)
      expect(told).toMatchObject({ status: 200, body: { interaction: { message: answer, action: 'DONE' } } })
    },
    300_000,
  )

  longTest(
    'LiteLLM as a proxy before it gives a chat on, whole and as a stream',
    async () => {
      const { URL: url, TOKEN: key } = await served()
      const folder = freshHome()
      const config = join(folder, 'litellm.yaml')
      const to = `{ model: openai/assistant, api_base: "${url}/v1", api_key: "${key}" }`
      writeFileSync(config, `model_list:\n  - model_name: home\n    litellm_params: ${to}\n`)
      const port = await freePort()
      const master = 'sk-0123456789abcdef0123456789abcdef'
      const begin = `import sys; sys.argv[1:] = ["--config", "${config}", "--port", "${port}", "--host", "127.0.0.1"]
from litellm import run_server
run_server()`
      const env = {
        ...bareEnv(folder),
        PYTHONPATH: realPart(packages),
        LITELLM_LOCAL_MODEL_COST_MAP: 'True',
        LITELLM_MASTER_KEY: master,
      }
      await started('python3', ['-c', begin], env, /running on http/)
      const ask = async (stream: boolean) => {
        const body = JSON.stringify({ model: 'home', stream, messages: [{ role: 'user', content: question }] })
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${master}` }
        const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', headers, body })
        return response.text()
      }
      expect(JSON.parse(await ask(false)).choices[0].message.content).toBe(answer)
      const pieces = [...(await ask(true)).matchAll(/^data: (\{.*\})$/gm)].map(
        ([, data = '']) => JSON.parse(data).choices[0]?.delta.content ?? '',
      )
      expect(pieces.join('')).toBe(answer)
    },
    300_000,
  )
})

const inspector = '@modelcontextprotocol/inspector/cli/build/cli.js'
const types = 'openapi-typescript/bin/cli.js'

testWithOracles(inspector)(
  'the MCP inspector lists the tools of `mcp serve` and calls one',
  async () => {
    const env = homeEnv()
    const inspect = async (...args: string[]) => {
      const server = [process.execPath, resolve('bin/assistant.js'), 'mcp', 'serve']
      const { stdout } = await run(process.execPath, [oracleFile(inspector), '--cli', ...server, ...args], { env })
      return JSON.parse(stdout)
    }
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools.map(({ name }: { name: string }) => name)).toContain('ask')
    const asked = await inspect('--method', 'tools/call', '--tool-name', 'ask', '--tool-arg', `prompt=${question}`)
    expect(asked).toMatchObject({ content: [{ type: 'text', text: answer }], structuredContent: { text: answer } })
  },
  60_000,
)

testWithOracles(types)('types are generated of the OpenAPI document', async () => {
  const { openapi } = await import('../../../src/ui/http/openapi.ts')
  const folder = freshHome()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi))
  await run(process.execPath, [oracleFile(types), join(folder, 'openapi.json'), '-o', join(folder, 'types.ts')])
  const text = readFileSync(join(folder, 'types.ts'), 'utf8')
  for (const operation of ['chat', 'streamChat', 'createCompletion', 'createResponse', 'listCompleted'])
    expect(text).toContain(`  ${operation}: {`)
})
