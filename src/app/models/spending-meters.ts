import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { type Meter, turnMeter } from '../../llm/budget.ts'
import { calendarMeter } from '../../llm/spending.ts'
import { type Input, parseBudget, type SpendingBudget } from '../../protocol/index.ts'
import type { Zone } from '../../std/time/local-time.ts'

/** Return the meters of a turn: as its own options say, else as the settings say. */
export function turnMeters({ budget }: LoadedSettings['settings'], own: SpendingBudget | undefined): Meter[] {
  const most = own ?? parseBudget(budget.turn ?? '')
  return most ? [turnMeter(most)] : []
}

/** Return the meters of a day and of a month, over all turns of this home. */
export function calendarMeters({ settings, paths }: LoadedSettings, zone: Zone, now: () => Date): Meter[] {
  return (['day', 'month'] as const).flatMap((period) => {
    const budget = parseBudget(settings.budget[period] ?? '')
    return budget ? [calendarMeter(period, budget, { folder: paths.state, zone, now })] : []
  })
}

/** Return the meters of a day of whoever asks over HTTP: the person's own, and the token's over all of its people. */
export function requesterMeters(
  { settings, paths }: LoadedSettings,
  { origin, by }: Partial<Pick<Input, 'origin' | 'by'>>,
  zone: Zone,
  now: () => Date,
): Meter[] {
  if (origin !== 'http' || !by?.startsWith('token:')) return []
  const whole = by.slice('token:'.length)
  const [token = ''] = whole.split('/')
  const rows = [
    [settings.serve.personBudget, `person-${whole.replaceAll('/', '-')}`],
    [settings.serve.tokenBudget, `token-${token}`],
  ] as const
  return rows.flatMap(([text, name]) => {
    const budget = parseBudget(text ?? '')
    return budget ? [calendarMeter('day', budget, { folder: join(paths.state, 'spent', name), zone, now })] : []
  })
}
