import { join } from 'node:path'
import { hasRunner } from '../../core/jobs/single-runner.ts'
import type { AppContext } from '../context/app-context.ts'

/** Return the path of the lock that the process which runs this home's schedules holds. */
export const scheduleLockOf = ({ paths }: AppContext['loaded']): string => join(paths.state, 'schedules')

/** Return true if some process of this home runs schedules. */
export const hasScheduleClock = ({ loaded }: Pick<AppContext, 'loaded'>): Promise<boolean> =>
  hasRunner(scheduleLockOf(loaded))
