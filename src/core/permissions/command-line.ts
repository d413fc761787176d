/** One simple command of a line: a program and its words. */
export interface SimpleCommand {
  /** Its words, unquoted, parted by one blank. */
  text: string
  /** Every way in which it may be meant: as written, the program without its folder, and what a wrapper would run. */
  readings: string[]
  /** The words that are certain, where a later word is left to the shell; undefined where all words are known. */
  sure?: string
}

/** The commands that a shell line would run, as far as that can be told without running it. */
export interface CommandLine {
  commands: SimpleCommand[]
  /**
   * Commands that may lie in words of others (`tmux new 'rm x'`): a rule that forbids one forbids the line, no rule
   * need allow it.
   */
  possible: SimpleCommand[]
  /**
   * False where something is left to the shell: variables, writing redirections, control words, quotes that do not
   * close.
   */
  certain: boolean
  /**
   * False where another command may run than those that were found: then a rule that forbids any command forbids the
   * line.
   */
  whole: boolean
}
