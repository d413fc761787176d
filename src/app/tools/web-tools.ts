import { join } from 'node:path'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { AssistantError, type Tool } from '../../protocol/index.ts'
import { userAgent } from '../../std/net/http.ts'
import type { Machine } from '../../tools/picture/tesseract.ts'
import type { ApiService } from '../../tools/web/api-client.ts'
import { fetchUrl } from '../../tools/web/fetch-url.ts'
import { generateImage } from '../../tools/web/image.ts'
import { searchWikipedia, webSearch } from '../../tools/web/search.ts'
import { getWeather } from '../../tools/web/weather.ts'
import { documentReader } from '../docs/file-origins.ts'
import { type FilePost, sendFile } from './send-telegram-file.ts'
import { sendMessage, type TelegramPost } from './send-telegram-message.ts'

/** A tool that is not offered, and the key it wants. */
export interface MissingKey {
  tool: Tool
  key: string
}

/** Return the folder of pictures that were made. */
export const picturesOf = (paths: LoadedSettings['paths']) => join(paths.home, 'images')

/** The tools of the web: those that can be offered, and those whose key is missing. */
export function webTools(
  { settings, paths }: LoadedSettings,
  secrets: Secrets,
  machine: Machine,
  files?: Omit<FilePost, 'senders'>,
): { tools: Tool[]; missing: MissingKey[] } {
  const { weatherUrl, wikipediaUrl, tavilyUrl, falUrl, telegramUrl } = settings.services
  const guard = { userAgent, allowedHosts: settings.fetchHosts }
  const image = (service: ApiService) =>
    generateImage({
      service,
      guard,
      folder: picturesOf(paths),
      counter: join(paths.state, 'images-made'),
      perDay: settings.limits.imagesPerDay,
    })
  const keyed: [string, string, string, (service: ApiService) => Tool][] = [
    ['OpenWeather', weatherUrl, 'OPENWEATHER_API_KEY', getWeather],
    ['Tavily', tavilyUrl, 'TAVILY_API_KEY', webSearch],
    ['fal', falUrl, 'FAL_KEY', image],
    ['Telegram', telegramUrl, 'TELEGRAM_BOT_TOKEN', (service) => sendMessage(postOf(service, paths.config, secrets))],
  ]
  if (files)
    keyed.push([
      ...(['Telegram', telegramUrl, 'TELEGRAM_BOT_TOKEN'] as const),
      (service) => sendFile({ ...files, ...postOf(service, paths.config, secrets) }),
    ])
  const free = [
    searchWikipedia({ name: 'Wikipedia', baseUrl: wikipediaUrl, userAgent }),
    fetchUrl(guard, documentReader(machine)),
  ]
  const made = keyed.map(([name, baseUrl, key, make]) => {
    const value = secretOf(secrets, key)
    return {
      tool: make({ name, baseUrl, userAgent, key: { name: key, value: value ?? '' } }),
      key,
      there: value !== undefined,
    }
  })
  return {
    tools: [...made.filter(({ there }) => there).map(({ tool }) => tool), ...free],
    missing: made.filter(({ there }) => !there).map(({ tool, key }) => ({ tool, key })),
  }
}

/** The bot, and whom the owner let in: read when a message is sent. */
function postOf({ baseUrl, key }: ApiService, config: string, { redact }: Secrets): TelegramPost {
  return {
    bot: async () =>
      (await import('../../ui/telegram/bot.ts')).createBot(baseUrl.replace(/\/+$/, ''), key?.value ?? ''),
    senders: async () =>
      (await new (await import('../../ui/telegram/inbound/access.ts')).AccessFile(config).read()).senders,
    redact,
  }
}

/** A key file that cannot be read is a missing key: the other tools work. */
function secretOf(secrets: Secrets, name: string): string | undefined {
  try {
    return secrets.get(name)?.value
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'config') return undefined
    throw error
  }
}
