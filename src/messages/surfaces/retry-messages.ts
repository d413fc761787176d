import type { RetryAttempt } from '../../protocol/index.ts'

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
const attemptCount = (attempt: RetryAttempt | undefined) => (attempt ? ` ${attempt.number}/${attempt.of}` : '')

/** Return the number of the try for the end of a sentence: ` (2/3)`; nothing where an older program told of it. */
export const tryOf = (attempt: RetryAttempt | undefined) => (attempt ? ` (${attempt.number}/${attempt.of})` : '')

/** That a model is asked once more: which try it is, and after how many seconds it begins. */
export const retryMessages = {
  ko: (ms: number, attempt?: RetryAttempt) => `다시 시도하는 중${attemptCount(attempt)}, ${inSeconds(ms)}초 뒤`,
  en: (ms: number, attempt?: RetryAttempt) => `Trying again${attemptCount(attempt)}, in ${inSeconds(ms)} s`,
}
