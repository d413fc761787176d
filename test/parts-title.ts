const remedy = (script: string) => `scripts/${script}-parts.sh installs it`

/**
 * The title of tests that are skipped because commands are missing: it says which. Kept apart from vitest's own
 * functions, which a reporter must not load.
 */
export const titleWithout = (missing: readonly string[], title = '', script: 'system' | 'real' | 'oracle' = 'system') =>
  `${title} (needs ${missing.join(', ')}: ${remedy(script)})`.trim()

/** The commands that such a title names; none in any other. */
export const missingIn = (title: string): string[] =>
  new RegExp(`\\(needs (.+): ${remedy('(?:system|real|oracle)')}\\)$`).exec(title)?.[1]?.split(', ') ?? []
