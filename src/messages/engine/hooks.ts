/** Stands above what a command of the person's own adds to a question. */
export const hookAdded = { ko: '(훅이 덧붙인 글)', en: '(added by a hook)' }
