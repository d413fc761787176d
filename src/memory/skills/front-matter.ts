/** A Markdown file that begins with fields between two lines of `---`. */
export interface FrontMatter {
  fields: Readonly<Record<string, unknown>>
  body: string
  /** Reason why the fields cannot be read: the words of the parser. */
  problem?: string
}

/**
 * Reads the fields of a Markdown file; without any the whole text is the body, and no parser is loaded. Aliases of
 * YAML are refused: they can grow without end.
 */
export async function frontMatter(text: string): Promise<FrontMatter> {
  const plain = text.replace(/^\uFEFF/, '')
  const [whole = '', yaml = ''] = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n|^)---[ \t]*(?:\r?\n|$)/m.exec(plain) ?? []
  if (whole === '' || !plain.startsWith(whole)) return { fields: {}, body: plain.trim() }
  const body = plain.slice(whole.length).trim()
  const { parse, YAMLError } = await import('yaml')
  try {
    const read: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
    const isMap = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isMap || read === null
      ? { fields: { ...(read as object) }, body }
      : { fields: {}, body, problem: 'not a map of fields' }
  } catch (error) {
    if (!(error instanceof YAMLError) && !(error instanceof ReferenceError)) throw error
    return { fields: {}, body, problem: error.message.split('\n')[0] ?? '' }
  }
}
