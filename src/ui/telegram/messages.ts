import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import type { TelegramHost } from './host.ts'

/** The engine's sentences as somebody in a chat can follow them: there is no `/model` there, and `/stop` instead of Esc. */
export function sentencesFor(language: Language): TelegramHost['say'] {
  const [engine, own] = [turnMessages[language], telegramMessages[language]]
  return {
    failure: (failure) => own.failures[failure.code] ?? engine.failure(failure),
    notice: (code, data) => own.notices[code] ?? engine.notice(code, data),
    cancelled: engine.cancelled,
  }
}
