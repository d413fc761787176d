import type { FailureCode, TurnEnding } from '../../protocol/index.ts'

/** The exit status of every failure (SPEC §10). Never derived from an HTTP status: those do not fit into a byte. */
const exitCodes: Record<FailureCode, number> = {
  auth: 41,
  // The account, too, is for the person to mend.
  'no-credit': 41,
  'model-missing': 1,
  'rate-limited': 1,
  server: 1,
  network: 1,
  timeout: 124,
  empty: 1,
  refused: 1,
  overflow: 42,
  'bad-request': 1,
  malformed: 1,
  'tool-limit': 53,
  budget: 53,
  interrupted: 1,
  storage: 1,
  'bad-input': 42,
  config: 52,
  busy: 1,
  internal: 1,
}

/** Statuses that belong to no failure: a mistyped command line, a tool that was called by hand and failed. */
export const exitUsage = 2
export const exitTool = 54
/** A deed that was asked for was not done, or the answer claims one that was not. */
const exitDeed = 55

/** The exit status of a failure. */
export function exitCodeOf(code: FailureCode): number {
  return exitCodes[code]
}

/** Exit codes of endings from outside. A reader that left has what it wanted (`… | head -1`), so that is no failure. */
export const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, EPIPE: 0 } as const
export type StopName = keyof typeof signalExitCodes

/** The reason of an aborted signal when the run itself is to end. */
export class ExitSignal extends Error {
  override name = 'Stop'
  readonly by: StopName
  constructor(by: StopName) {
    super(`stopped by ${by}`)
    this.by = by
  }
}

/**
 * The exit status of a turn that ran to its ending by itself; somebody else may have cancelled it from another
 * terminal.
 */
export function exitCodeOfTurn(ending: TurnEnding): number {
  if (ending.type === 'turn.done')
    return ending.limited ? exitCodes['tool-limit'] : isAsReceipted(ending) ? 0 : exitDeed
  if (ending.type === 'turn.failed') return exitCodes[ending.failure.code]
  if (ending.by === 'limit') return exitCodes.timeout
  return ending.by === 'shutdown' ? signalExitCodes.SIGTERM : signalExitCodes.SIGINT
}

/** Return true if every deed of a turn was done, or refused by the person, and the answer claims no other. */
const isAsReceipted = ({ receipt }: TurnEnding): boolean =>
  !receipt ||
  (receipt.unbacked.length === 0 &&
    receipt.deeds.every(({ state, byPerson }) => state === 'done' || state === 'waiting' || byPerson === true))
