import { LocalModels } from '../../src/app/models/local-models.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { processEnvironment } from '../../src/library/environment.ts'
import { stopLocalEngine } from '../../src/llm/local/engine-client.ts'
import { localModels } from '../../src/llm/local/local-wire.ts'
import type { Provider } from '../../src/protocol/index.ts'

/** Open the models of this machine as readers: talk costs minutes and does nothing, so that it is left out. */
export async function openLocalModel(): Promise<{ provider: Provider; stop(): Promise<boolean> }> {
  const environment = processEnvironment()
  const local = new LocalModels(await loadSettings({ ...environment, now: new Date() }), environment)
  const host = await local.host()
  if (typeof host === 'string') throw new Error(host)
  const wire = localModels({
    language: 'ko',
    zone: 'Asia/Seoul',
    host: async () => host,
    file: (name) => local.file(name),
    isNew: async () => false,
  })
  const readings: Provider = (request, signal) => (request.purpose === 'slots' ? wire(request, signal) : sayNothing())
  return { provider: readings, stop: () => stopLocalEngine(host.socket) }
}

async function* sayNothing(): ReturnType<Provider> {}
