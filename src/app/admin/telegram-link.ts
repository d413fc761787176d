import type { Settings } from '../../config/schema.ts'
import { BotError, createBot } from '../../ui/telegram/bot.ts'
import { AccessFile, codeMs, type Sender } from '../../ui/telegram/inbound/access.ts'

interface Place {
  settings: Pick<Settings, 'services'>
  /** The file of the settings: who may use the bot stands beside it. */
  config: string
  now: number
}

/** A link to a bot that lets in whoever opens it first, until then (milliseconds since 1970). */
export interface BotInvitation {
  name: string
  link: string
  until: number
}

/** The outcome of asking for a link: a refused token, an unreachable server, or the link. */
export type BotLink = { fault: 'token' | 'network' } | BotInvitation

const patienceMs = 10_000

/**
 * Tries the token, and makes a link that lets in whoever opens it first, within ten minutes.
 * https://core.telegram.org/bots/features#deep-linking
 */
export async function inviteToBot(
  token: string,
  rights: Pick<Sender, 'profile' | 'workspace' | 'agent'>,
  { settings, config, now }: Place,
): Promise<BotLink> {
  const bot = createBot(settings.services.telegramUrl.replace(/\/+$/, ''), token)
  try {
    const { username = '' } = await bot.call<{ username?: string }>('getMe', {}, AbortSignal.timeout(patienceMs))
    const code = await new AccessFile(config).invite(rights, now)
    return { name: username, link: `https://t.me/${username}?start=${code}`, until: now + codeMs }
  } catch (error) {
    if (error instanceof BotError) return { fault: error.fault === 'token' ? 'token' : 'network' }
    if (error instanceof DOMException) return { fault: 'network' }
    throw error
  }
}
