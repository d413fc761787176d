/**
 * One way out of a sandbox that somebody has written about. It is tried twice: without a sandbox, where it has to
 * work, or it would prove nothing; and inside, where it must not.
 */
export interface Escape {
  name: string
  /** Where it is described: a page, an advisory, a manual. */
  source: string
  /**
   * What the model's command does, in the working folder. `@PROOF@` is a file outside of everything that it may
   * write.
   */
  run: string
  /** What the person does afterwards, outside, in the same folder; the escape has worked when the proof is there. */
  next?: string
  /** It has worked when `run` ends well: it has read or done what it must not. */
  within?: true
  /** What has to stand there before: a shell line, outside. */
  before?: string
  /** A folder of its own, because it cannot share one with others: a repository, or none. */
  alone?: 'repository' | 'plain'
  /** The working folder is the home itself. */
  home?: true
  /** Only an administrator can show that it works. */
  root?: true
}

/** A shell function that makes a program out of the file that another program would read. */
export const python = (code: string) => `python3 -I -c '${code.replaceAll("'", `'\\''`)}'`
