import { toLocal } from '../../../std/time/zone.ts'

/** An instant as ISO 8601 with the zone's offset, to the second: "2026-11-22T09:00:00+09:00". */
export function iso(at: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = toLocal(at, zone)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = Math.round((wall - at.getTime()) / 60_000)
  const two = (value: number) => String(Math.abs(value)).padStart(2, '0')
  return `${new Date(wall).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`
}
