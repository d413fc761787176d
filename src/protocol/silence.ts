/** What a turn answers that has nothing new to tell. */
export const silentSign = '[SILENT]'

/** Whether an answer says so and nothing else: no surface shows it. */
export const isSilent = (text: string): boolean => /^\W*SILENT\W*$/.test(text)
