import { webMessages } from '../../messages/tools/web.ts'
import type { Tool, ToolContext } from '../../protocol/index.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { refuses, textResult, tool } from '../tool.ts'
import { type ApiService, askService } from './api-client.ts'
import { guardedWeb } from './fetch-url.ts'

/** A forecast has 8 entries a day, for 5 days. */
const mostDays = 5

/**
 * The weather of a place, now and for the next days. https://openweathermap.org/current, /forecast5,
 * /api/geocoding-api
 */
export function getWeather(service: ApiService): Tool {
  return tool({
    name: 'get_weather',
    facts: { group: 'core', kind: 'fetch', subject: 'arguments', reads: 'web', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    effect: () => 'sends',
    description: 'Weather now and, with days (1-5), the forecast.',
    schema: {
      type: 'object',
      properties: { place: { type: 'string' }, days: { type: 'integer' } },
      required: ['place'],
    },
    run: ({ place, days = 0 }, context) =>
      guardedWeb(context, async () => {
        const say = webMessages[context.language].weather
        const ask = await weatherAsker(service, context)
        const [found] = await ask.places(place)
        if (!found) return refuses(say.unknown(place))
        const name = found.local_names?.[context.language] ?? found.name
        const [now, entries] = await Promise.all([ask.now(found), days > 0 ? ask.forecast(found) : []])
        const { temp, feels_like, humidity } = now.main
        const head = say.now(
          name,
          now.weather[0]?.description ?? '',
          temp.toFixed(1),
          feels_like.toFixed(1),
          humidity,
          now.wind.speed.toFixed(1),
        )
        const daily = byDay(entries, context.zone).slice(0, Math.min(days, mostDays))
        const lines = daily.map(({ day, sky, low, high, rain }) =>
          say.day(day, sky, low.toFixed(0), high.toFixed(0), rain),
        )
        return textResult([head, ...lines].join('\n'), {
          place: name,
          temp,
          feelsLike: feels_like,
          humidity,
          days: daily.map((one) => ({ ...one })),
        })
      }),
  })
}

async function weatherAsker(service: ApiService, context: ToolContext) {
  const z = await import('zod/mini')
  const sky = z.array(z.object({ description: z.string() }))
  const main = z.object({
    temp: z.number(),
    feels_like: z.number(),
    humidity: z.number(),
    temp_min: z.number(),
    temp_max: z.number(),
  })
  const placeType = z.object({
    name: z.string(),
    local_names: z.optional(z.record(z.string(), z.string())),
    lat: z.number(),
    lon: z.number(),
  })
  const entry = z.object({ dt: z.number(), main, weather: sky, pop: z.optional(z.number()) })
  const queryOf = (values: Record<string, string>) =>
    new URLSearchParams({ ...values, appid: service.key?.value ?? '' })
  const placeQuery = ({ lat, lon }: { lat: number; lon: number }) =>
    queryOf({ lat: String(lat), lon: String(lon), units: 'metric', lang: context.language === 'ko' ? 'kr' : 'en' })
  return {
    places: (q: string) =>
      askService(service, `/geo/1.0/direct?${queryOf({ q, limit: '1' })}`, z.array(placeType), context),
    now: (place: { lat: number; lon: number }) =>
      askService(
        service,
        `/data/2.5/weather?${placeQuery(place)}`,
        z.object({ weather: sky, main, wind: z.object({ speed: z.number() }) }),
        context,
      ),
    forecast: async (place: { lat: number; lon: number }) =>
      (
        await askService(
          service,
          `/data/2.5/forecast?${placeQuery(place)}`,
          z.object({ list: z.array(entry) }),
          context,
        )
      ).list,
  }
}

interface Entry {
  dt: number
  main: { temp_min: number; temp_max: number }
  weather: { description: string }[]
  pop?: number | undefined
}

/** Three-hour entries as days of the person's zone: the extremes, the likeliest rain, the sky at its middle. */
function byDay(entries: readonly Entry[], zone: string) {
  const days = Map.groupBy(entries, ({ dt }) => isoDate(dt * 1000, zone))
  return [...days].map(([day, list]) => ({
    day,
    sky: list[list.length >> 1]?.weather[0]?.description ?? '',
    low: Math.min(...list.map(({ main }) => main.temp_min)),
    high: Math.max(...list.map(({ main }) => main.temp_max)),
    rain: Math.round(100 * Math.max(...list.map(({ pop = 0 }) => pop))),
  }))
}
