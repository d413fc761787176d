import type { LoadedSettings } from '../../config/settings.ts'
import { type Meter, turnMeter } from '../../llm/budget.ts'
import { calendarMeter } from '../../llm/spending.ts'
import { parseBudget, type SpendingBudget } from '../../protocol/index.ts'
import type { Zone } from '../../std/time/local-time.ts'

/** Return the meters of a turn: as its own options say, else as the settings say. */
export function turnMeters({ budget }: LoadedSettings['settings'], own: SpendingBudget | undefined): Meter[] {
  const most = own ?? parseBudget(budget.turn ?? '')
  return most ? [turnMeter(most)] : []
}

/** Return the meters of a day and of a month, over all turns of this person. */
export function calendarMeters({ settings, paths }: LoadedSettings, zone: Zone, now: () => Date): Meter[] {
  return (['day', 'month'] as const).flatMap((period) => {
    const budget = parseBudget(settings.budget[period] ?? '')
    return budget ? [calendarMeter(period, budget, { folder: paths.state, zone, now })] : []
  })
}
