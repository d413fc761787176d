import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type SetupQuestion, SetupWizard } from '../../../src/app/admin/setup-wizard.ts'
import { SetupWork } from '../../../src/app/admin/setup-work.ts'
import type { Environment } from '../../../src/app/environment/environment.ts'
import { loadSettings } from '../../../src/config/settings.ts'
import { progressBar } from '../../../src/std/text/progress-bar.ts'
import { freshHome } from '../../cli/assistant.ts'

/** An Ollama without any model, which has one once it was told to fetch it. */
async function emptyOllama(): Promise<string> {
  const models: { name: string }[] = []
  const server = createServer(async (request, response) => {
    if (request.url !== '/api/pull') return response.end(JSON.stringify({ models }))
    let body = ''
    for await (const bytes of request) body += bytes
    const { model } = JSON.parse(body) as { model: string }
    for (const completed of [1, 5, 10])
      response.write(`${JSON.stringify({ status: 'pulling', completed, total: 10 })}\n`)
    models.push({ name: model })
    return response.end(`${JSON.stringify({ status: 'success' })}\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an Ollama that runs stands first; without a model it fetches one that fits, with progress, and the way back keeps what was chosen', async () => {
  const home = freshHome()
  const env = { ASSISTANT_HOME: home, OLLAMA_HOST: await emptyOllama() }
  const place = { env, cwd: home, userHome: home }
  const signal = AbortSignal.timeout(30_000)
  const work = await SetupWork.begin(
    await loadSettings(place),
    place as unknown as Environment,
    () => new Date(),
    signal,
  )
  const told: string[] = []
  const passing: (string | undefined)[] = []
  const asked: SetupQuestion[] = []
  const answers = ['en', 'ollama', 'back', 'ollama', 'first', 'first', 'later']
  const wizard = new SetupWizard(work, {
    tell: (sentence) => told.push(sentence),
    progress: (sentence) => void passing.push(sentence),
    async ask(question) {
      asked.push(question)
      const answer = answers.shift() ?? 'leave'
      if (answer === 'back' || answer === 'leave') return answer
      return { answer: answer === 'first' ? (question.choices?.[0]?.value ?? '') : answer }
    },
  })
  expect(await wizard.run()).toBe(true)
  expect(asked.map(({ title }) => title)).toEqual([
    '언어 · Language',
    'Which model do you want to connect?',
    'Ollama has no model yet. Fetch one?',
    'Which model do you want to connect?',
    'Ollama has no model yet. Fetch one?',
    'Which model?',
    'Anything else?',
  ])
  expect(asked[1]?.choices?.[0]).toEqual({ value: 'ollama', label: 'Ollama (this machine) · found on this machine' })
  expect(asked[3]?.initial).toBe('ollama')
  const model = asked[4]?.choices?.[0]?.value
  // One row while it comes, and one that stays.
  expect(passing).toEqual([...[10, 50, 100].map((percent) => `Fetching ${model} ${progressBar(percent)}`), undefined])
  expect(told.filter((sentence) => sentence.startsWith('Fetching'))).toEqual([`Fetching ${model} ${progressBar(100)}`])
  expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({
    language: 'en',
    provider: 'ollama',
    providers: { ollama: { model } },
  })
})
