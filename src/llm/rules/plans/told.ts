/** The text of a tool without the numbers that only programs need. */
export const told = (list: string): string => withoutNumbers(list.trim())

/** A list without the numbers of its events, mails and reminders. */
export const withoutNumbers = (list: string): string => list.replace(/ \[(?:[^\]\s]{4,120}|\d+)\]$/gm, '')
