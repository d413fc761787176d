import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { type Failure, failureOf } from '../../protocol/index.ts'
import type { TelegramHost } from './host.ts'

/** The engine's sentences as somebody in a chat can follow them: `/stop` there, not Esc. */
export function sentencesFor(language: Language): TelegramHost['say'] {
  const [engine, own] = [turnMessages[language], telegramMessages[language]]
  return {
    failure: (failure) => own.failures[failure.code] ?? engine.failure(failure),
    notice: (code, data) => own.notices[code] ?? engine.notice(code, data),
    cancelled: engine.cancelled,
  }
}

/** A failure as far as it is for the chat: what the system said is for the log. */
export function tellableFailure(error: unknown): Failure {
  const { code, data } = failureOf(error)
  return { code, ...(data?.sentence === undefined ? {} : { data: { sentence: data.sentence } }) }
}
