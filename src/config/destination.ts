/**
 * Return true if a setting decides to whom words and keys are sent, or what may be spent there. One that cannot be read
 * is never replaced by a default.
 */
export function isDestination(key: string): boolean {
  return /^(provider$|providers\.|model$|fallback$|servers$|proxy$|docs\.embed|services\.\w+Url$|budget\.)/.test(key)
}

/** A file that chose something and could not be read. */
export interface UnreadFile {
  layer: 'user' | 'project' | 'secrets'
  path: string
}
