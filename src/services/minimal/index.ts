import type { Talk } from '../../core/service/talk-service.ts'
import { minimalMessages } from './messages.ts'

/** The smallest service there is: one step that talks, its words shown as they come. A start for others. */
export function createMinimal(language: 'ko' | 'en'): Talk {
  const say = minimalMessages[language]
  return {
    name: 'minimal',
    ...say,
    card: { temperature: 0.3, attempts: 1, timeout: 30_000 },
    format: 'text',
    claim: (text) => (/^\s*(?:\/minimal|미니멀)(?=\s|[,.:!]|$)/i.test(text) ? 'yes' : 'no'),
  }
}
