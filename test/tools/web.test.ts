import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentText } from '../../src/app/docs/file-origins.ts'
import { fetchUrl } from '../../src/tools/web/fetch-url.ts'
import { generateImage } from '../../src/tools/web/image.ts'
import { fetchPublic, type GuardOptions } from '../../src/tools/web/safe-fetch.ts'
import { searchWikipedia, webSearch } from '../../src/tools/web/search.ts'
import { getWeather } from '../../src/tools/web/weather.ts'
import { use } from './context.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Answer = (request: Seen, response: ServerResponse) => void

/** A server on loopback that remembers what it was asked. */
async function serve(answer: Answer) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { seen, port, url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
type Server = Awaited<ReturnType<typeof serve>>

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
const userAgent = 'assistant-test'
const signal = () => AbortSignal.timeout(15_000)

// ---- SSRF

describe('addresses that are not of the public web', () => {
  let connections = 0
  const target = createSocketServer((socket) => {
    connections++
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => target.listen(0, '::', resolve))
    port = (target.address() as AddressInfo).port
  })
  afterAll(() => target.close())

  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '127.255.255.254',
      '0',
      '0.0.0.0',
      '0.0',
      '2130706433',
      '017700000001',
      '0x7f000001',
    ],
    ...[
      '0x7f.1',
      '0177.1',
      '0x7f.0x0.0x0.0x1',
      '0177.0.0.01',
      '127.0.0.1.',
      '127.000.000.001',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '127%2e0%2e0%2e1',
    ],
    ...[
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
    ],
    ...[
      '10.0.0.1',
      '10.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '192.168.1',
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
    ],
    ...[
      '0251.0376.0251.0376',
      '100.64.0.1',
      '198.18.0.1',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...['192.0.0.1', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[2001:db8::1]', '[100::1]', '[fec0::1]', '[5f00::1]'],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'ip6-localhost.',
      'loopback.test',
      'meta.test',
      'both.test',
      'six.test',
      'mapped.test',
    ],
  ]
  const odd = [
    ...[
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'gopher://127.0.0.1/',
      'data:text/html,secret',
      'javascript:1',
      'blob:http://a/b',
    ],
    ...[
      'dict://127.0.0.1:11211/',
      'ldap://127.0.0.1',
      'jar:http://127.0.0.1!/',
      'view-source:http://127.0.0.1',
      'unix:/run/docker.sock',
    ],
    ...[
      'http://',
      'http:///',
      '//127.0.0.1',
      '127.0.0.1',
      '',
      ' ',
      'http://[::1',
      'http://256.256.256.256',
      'http://1.2.3.4.5',
      'http://a b/',
    ],
    ...[
      'http://user@127.0.0.1/',
      'http://example.com@127.0.0.1/',
      'http://example.com:80@127.0.0.1/',
      'http://127.0.0.1@example.com/',
    ],
    ...['http://example.com:pass@127.0.0.1/', 'http://%31%32%37.0.0.1@x.test/', 'http://public.test\\@127.0.0.1/'],
  ]
  /** What a hostile name server says. */
  const names: Record<string, string[]> = {
    'loopback.test': ['127.0.0.1'],
    'meta.test': ['169.254.169.254'],
    'both.test': ['93.184.216.34', '127.0.0.1'],
    'six.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    localhost: ['127.0.0.1', '::1'],
    'ip6-localhost': ['::1'],
  }
  const resolve = async (host: string) => names[host] ?? (/^[\d.]+$|:/.test(host) ? [host] : [])
  const spelled = (host: string) => [`http://${host}:${port}/`, `https://${host}:${port}/x?y#z`]
  const forms = () => [...hosts.flatMap(spelled), ...odd.map((url) => url.replace('127.0.0.1', `127.0.0.1:${port}`))]
  const tool = (more: Partial<GuardOptions> = {}) => fetchUrl({ resolve, userAgent, ...more }, documentText)

  test('none of more than 100 forms is called', async () => {
    expect(forms().length).toBeGreaterThanOrEqual(100)
    const through: unknown[] = []
    for (const url of forms()) {
      const result = await use(tool(), { url }, { signal: signal() })
      if (!result.isError || /secret|^연결하지 못했어요/.test(result.text)) through.push({ url, text: result.text })
    }
    expect(through).toEqual([])
    expect(connections).toBe(0)
  }, 30_000)

  test('none is called through a redirect either, at any hop', async () => {
    const hop = await serve(({ url }, response) => {
      const [, left = '0', to = ''] = /^\/(\d)\?to=(.*)$/.exec(url) ?? []
      const location =
        left === '0' ? Buffer.from(decodeURIComponent(to)).toString('latin1') : `/${Number(left) - 1}?to=${to}`
      response.writeHead([301, 302, 303, 307, 308][Number(left)] ?? 302, { location })
      response.end()
    })
    const here = { allowedHosts: [`127.0.0.1:${hop.port}`] }
    const through: unknown[] = []
    for (const [i, to] of forms().entries()) {
      const url = `${hop.url}/${i % 4}?to=${encodeURIComponent(to)}`
      const { isError, text } = await use(tool(here), { url }, { signal: signal() })
      if (!isError || /secret|^연결하지 못했어요/.test(text)) through.push({ to, text })
    }
    expect(through).toEqual([])
    expect(connections).toBe(0)
    await hop.close()
  }, 60_000)

  test('a name that points elsewhere when it is asked again is asked once, and what was checked is what is called', async () => {
    const before = connections
    let asked = 0
    // The first answer is public (a network that was given back); every later one would be the target.
    const rebinding = async () => (asked++ === 0 ? ['3ffe:ffff::1'] : ['127.0.0.1'])
    const result = await use(
      fetchUrl({ resolve: rebinding, userAgent }, documentText),
      { url: `http://rebind.test:${port}/` },
      { signal: AbortSignal.timeout(1_500) },
    ).catch(() => ({ isError: true, text: '' }))
    expect([asked, result.isError, result.text.includes('secret'), connections]).toEqual([1, true, false, before])
    // Asked again, for a second page, the same name is checked again.
    expect(
      (await use(fetchUrl({ resolve: rebinding, userAgent }, documentText), { url: `http://rebind.test:${port}/` }))
        .text,
    ).toMatch(/내부 네트워크/)
    expect(connections).toBe(before)
  })

  test('an endless redirect ends', async () => {
    const loop = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
    const result = await use(tool({ allowedHosts: ['127.0.0.1'] }), { url: loop.url }, { signal: signal() })
    expect([result.text, loop.seen.length]).toEqual([`리디렉션이 너무 많아 멈췄어요: ${loop.url}`, 6])
    await loop.close()
  })
})

// ---- pages

describe('pages', () => {
  let server: Server
  const article = `<p>${'긴 본문이 여기에 있습니다. '.repeat(40)}</p>`
  const pages: Record<string, [string, string | Buffer, number?]> = {
    '/article': [
      'text/html; charset=utf-8',
      `<html><head><title>제목 &amp; 글</title><script>bad()</script></head><body><nav><a href="/x">메뉴</a></nav><article><h1>머리</h1>${article}<p><a href="/next">다음</a></p><ul><li>하나</li></ul></article><footer>바닥</footer></body></html>`,
    ],
    '/legacy': [
      'text/html',
      Buffer.concat([
        Buffer.from('<meta charset="euc-kr"><body><p>'),
        Buffer.from([0xbe, 0xc8, 0xb3, 0xe7]),
        Buffer.from('</p>'),
      ]),
    ],
    '/plain': ['text/plain', 'a\u001b]52;c;x\u0007b'],
    '/long': ['text/plain', 'x'.repeat(50_000)],
    '/missing': ['text/html', '<p>없는 쪽</p>', 404],
    '/picture': ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
    '/huge': ['text/plain', 'x'.repeat((5 << 20) + 1)],
  }
  beforeAll(async () => {
    server = await serve(({ url }, response) => {
      if (url === '/moved') return void response.writeHead(301, { location: '/article' }).end()
      const [type, body, status = 200] = pages[url] ?? ['text/plain', '']
      response.writeHead(status, { 'content-type': type }).end(body)
    })
  })
  afterAll(() => server.close())
  const get = (path: string, more: object = {}) =>
    use(
      fetchUrl({ userAgent, allowedHosts: ['127.0.0.1'] }, documentText),
      { url: server.url + path, ...more },
      { signal: signal() },
    )

  test('of a page its article is read, with whole links, as foreign text', async () => {
    const { text, untrusted, data } = await get('/moved')
    expect(text).toMatch(/^제목 & 글\nhttp:\/\/127\.0\.0\.1:\d+\/article\n\n/)
    expect(text).toContain(`[다음](${server.url}/next)`)
    expect(text).toMatch(/-\s+하나/)
    expect(text).not.toMatch(/bad\(\)|메뉴|바닥/)
    expect([untrusted, (data as { status: number }).status]).toEqual([true, 200])
  })

  test('no key, cookie or referrer is sent', async () => {
    await get('/plain')
    expect(Object.keys(server.seen.at(-1)!.headers).sort()).toEqual([
      'accept',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('old encodings are read, escape codes are not passed on', async () => {
    expect((await get('/legacy')).text).toMatch(/안녕$/)
    expect((await get('/plain')).text).toMatch(/\n\nab$/)
  })

  test('a long page comes in parts', async () => {
    expect((await get('/long')).text).toMatch(/… 전체 50000자 중 20000자까지예요\. 이어서 읽으려면 from: 20000$/)
    expect((await get('/long', { from: 40_000 })).data).toMatchObject({ from: 40_000, to: 50_000 })
    expect((await get('/long', { from: -5 })).data).toMatchObject({ from: 0 })
  })

  test('an error page, a picture, a monster and a silent server are told as what they are', async () => {
    expect(await get('/missing')).toMatchObject({
      isError: true,
      text: expect.stringContaining('서버가 오류로 답했어요: 404'),
    })
    expect(await get('/picture')).toEqual({ text: '글로 읽을 수 없는 내용이에요(image/png).', isError: true })
    expect((await get('/huge')).text).toContain('너무 커서')
    const [closed] = [await serve(() => {})]
    await closed.close()
    const result = await use(
      fetchUrl({ userAgent, allowedHosts: ['127.0.0.1'] }, documentText),
      { url: closed.url },
      { signal: signal() },
    )
    expect(result.text).toMatch(/^연결하지 못했어요\(ECONNREFUSED\)/)
  })

  test('a PDF is read, whatever it calls itself; a damaged one is told', async () => {
    const docs = await serve(({ url }, response) =>
      response.end(url === '/whole' ? pdf('Hello PDF') : '%PDF-1.4 damaged'),
    )
    const read = async (path: string) =>
      use(
        fetchUrl({ userAgent, allowedHosts: ['127.0.0.1'] }, documentText),
        { url: docs.url + path },
        { signal: signal() },
      )
    expect((await read('/whole')).text).toBe(`${docs.url}/whole\n\nHello PDF`)
    expect((await read('/damaged')).isError).toBe(true)
    await docs.close()
  })

  test('a cancel stops it at once', async () => {
    const silent = await serve(() => {})
    const stop = new AbortController()
    const running = fetchPublic(silent.url, { userAgent, allowedHosts: ['127.0.0.1'] }, 1000, stop.signal)
    setTimeout(() => stop.abort(new Error('stopped')), 50)
    await expect(running).rejects.toThrow('stopped')
  })
})

/** The smallest PDF with one line of text. */
function pdf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(file + table, 'latin1')
}

// ---- services

describe('services answer with their documented bodies', () => {
  let server: Server
  let answer: Answer = () => {}
  beforeAll(async () => {
    server = await serve((request, response) => answer(request, response))
  })
  afterAll(() => server.close())
  const service = (name: string, key?: string) => ({
    ...{ name, baseUrl: server.url, userAgent },
    ...(key ? { key: { name: key, value: 'key-123456' } } : {}),
  })

  // https://openweathermap.org/current, https://openweathermap.org/forecast5,
  // https://openweathermap.org/api/geocoding-api
  const weather: Record<string, unknown> = {
    '/geo/1.0/direct': [
      { name: 'Seoul', local_names: { ko: '서울특별시', en: 'Seoul' }, lat: 37.5667, lon: 126.9783, country: 'KR' },
    ],
    '/data/2.5/weather': {
      coord: { lon: 126.9783, lat: 37.5667 },
      weather: [{ id: 800, main: 'Clear', description: '맑음', icon: '01d' }],
      base: 'stations',
      main: { temp: 9.34, feels_like: 7.8, temp_min: 8.1, temp_max: 10, pressure: 1022, humidity: 41 },
      visibility: 10000,
      wind: { speed: 2.57, deg: 300 },
      dt: 1795224900,
      sys: { country: 'KR' },
      timezone: 32400,
      name: 'Seoul',
      cod: 200,
    },
    '/data/2.5/forecast': {
      cod: '200',
      cnt: 3,
      list: [
        ['2026-11-21T12:00:00Z', 5, 8, 0.1, '구름'],
        ['2026-11-21T18:00:00Z', 2, 6, 0.6, '비'],
        ['2026-11-22T03:00:00Z', -1, 4, 0, '맑음'],
      ].map(([at, low, high, pop, description]) => ({
        dt: Date.parse(String(at)) / 1000,
        main: { temp: low, feels_like: low, temp_min: low, temp_max: high, humidity: 50 },
        weather: [{ id: 500, main: 'x', description, icon: 'x' }],
        wind: { speed: 1 },
        pop,
      })),
    },
  }

  test('the weather of a place, now and by days of the zone', async () => {
    answer = ({ url }, response) => json(response, weather[url.split('?')[0]!])
    const { text } = await use(getWeather(service('OpenWeather', 'OPENWEATHER_API_KEY')), { place: '서울', days: 2 })
    expect(text).toBe(
      '서울특별시 지금: 맑음, 9.3°C (체감 7.8°C), 습도 41%, 바람 2.6 m/s\n2026-11-21: 구름, 5–8°C, 강수 확률 10%\n2026-11-22: 맑음, -1–6°C, 강수 확률 60%',
    )
    const asked = server.seen.slice(-3).map(({ url }) => new URLSearchParams(url.split('?')[1]))
    expect(asked.map((query) => [query.get('q'), query.get('units'), query.get('lang'), query.get('appid')])).toEqual([
      ['서울', null, null, 'key-123456'],
      [null, 'metric', 'kr', 'key-123456'],
      [null, 'metric', 'kr', 'key-123456'],
    ])
  })

  test('a place nobody knows, a refused key, too many calls, nonsense: each with what to do, never with the key', async () => {
    const tool = getWeather(service('OpenWeather', 'OPENWEATHER_API_KEY'))
    const say = async (body: unknown, status = 200) => {
      answer = (_, response) => json(response, body, status)
      return use(tool, { place: '없는곳' })
    }
    expect(await say([])).toEqual({
      text: '‘없는곳’이라는 곳을 찾지 못했어요. 도시 이름을 바꿔 다시 시도해 주세요.',
      isError: true,
    })
    expect((await say({ cod: 401, message: 'Invalid API key: key-123456' }, 401)).text).toBe(
      'OpenWeather가 키를 거절했어요. OPENWEATHER_API_KEY를 확인해 주세요(assistant setup 또는 환경 변수).',
    )
    expect((await say({ cod: 429, message: 'limit' }, 429)).text).toContain('사용 한도')
    expect((await say({ cod: 500, message: 'broken key-123456' }, 500)).text).toBe(
      'OpenWeather가 오류로 답했어요(500): broken ••••.',
    )
    expect((await say('nonsense')).text).toContain('읽을 수 없었어요')
    answer = (_, response) => response.writeHead(302, { location: 'http://elsewhere.test/' }).end()
    const before = server.seen.length
    expect((await use(tool, { place: 'x' })).isError).toBe(true)
    expect(server.seen.length).toBe(before + 1)
  })

  test('Wikipedia in the language of the person, in the order of its ranking', async () => {
    // https://www.mediawiki.org/wiki/API:Search with generator, formatversion 2
    answer = (_, response) =>
      json(response, {
        batchcomplete: true,
        query: {
          pages: [
            { pageid: 2, ns: 0, title: '둘', index: 2, fullurl: 'https://ko.wikipedia.org/wiki/둘' },
            {
              pageid: 1,
              ns: 0,
              title: '세종',
              index: 1,
              extract: '조선의 제4대 국왕',
              fullurl: 'https://ko.wikipedia.org/wiki/세종',
            },
          ],
        },
      })
    const tool = searchWikipedia({ ...service('Wikipedia'), baseUrl: `${server.url}/{lang}` })
    expect(await use(tool, { query: '세종대왕' })).toMatchObject({
      text: '세종\nhttps://ko.wikipedia.org/wiki/세종\n조선의 제4대 국왕\n\n둘\nhttps://ko.wikipedia.org/wiki/둘',
      untrusted: true,
    })
    const url = new URL(server.seen.at(-1)!.url, server.url)
    expect([url.pathname, url.searchParams.get('gsrsearch'), server.seen.at(-1)!.headers['user-agent']]).toEqual([
      '/ko/w/api.php',
      '세종대왕',
      userAgent,
    ])
    answer = (_, response) => json(response, { batchcomplete: true })
    expect((await use(tool, { query: 'zz', lang: 'en' })).text).toBe('위키백과에서 ‘zz’를 찾지 못했어요.')
    expect(server.seen.at(-1)!.url).toMatch(/^\/en\//)
  })

  test('the web, by Tavily', async () => {
    // https://docs.tavily.com/documentation/api-reference/endpoint/search
    answer = (_, response) =>
      json(response, {
        query: 'q',
        answer: null,
        images: [],
        results: [{ title: '제목', url: 'https://a.example/', content: '내용', score: 0.9, raw_content: null }],
        response_time: 1.2,
      })
    const tool = webSearch(service('Tavily', 'TAVILY_API_KEY'))
    expect(await use(tool, { query: '오늘 뉴스' })).toEqual({
      text: '제목\nhttps://a.example/\n내용',
      untrusted: true,
      source: 'web search',
      data: [{ title: '제목', url: 'https://a.example/' }],
    })
    const { method, url, headers, body } = server.seen.at(-1)!
    expect([method, url, headers.authorization, JSON.parse(body)]).toEqual([
      'POST',
      '/search',
      'Bearer key-123456',
      { query: '오늘 뉴스', max_results: 5 },
    ])
    answer = (_, response) => json(response, { detail: { error: 'Unauthorized: missing or invalid API key.' } }, 401)
    expect((await use(tool, { query: 'x' })).text).toContain('TAVILY_API_KEY')
  })

  test('a picture by fal: inline or by address, kept as a file, counted by the day', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-image-')))
    const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
    // https://fal.ai/models/fal-ai/flux/schnell/api
    const body = (url: string, flagged = false) => ({
      images: [{ url, width: 1024, height: 1024, content_type: 'image/png' }],
      timings: { inference: 0.2 },
      seed: 42,
      has_nsfw_concepts: [flagged],
      prompt: 'a cat',
    })
    answer = ({ url }, response) => {
      if (url === '/files/1.png') return void response.end(png)
      const n = server.seen.filter((one) => one.method === 'POST' && one.url.startsWith('/fal-ai')).length
      const address = n === 1 ? `data:image/png;base64,${png.toString('base64')}` : `${server.url}/files/1.png`
      json(response, body(address, n === 3))
    }
    const tool = generateImage({
      service: service('fal', 'FAL_KEY'),
      guard: { userAgent, allowedHosts: ['127.0.0.1'] },
      folder: join(folder, 'images'),
      counter: join(folder, 'state/images'),
      perDay: 3,
    })
    const first = await use(tool, { prompt: 'a cat' })
    expect(first).toEqual({
      text: `그림을 만들었어요. (오늘 1/3)\n저장한 곳: ${folder}/images/20261121T013500-000Z.png`,
      images: [{ mediaType: 'image/png', data: png.toString('base64') }],
      data: { count: 1 },
    })
    expect(readFileSync(`${folder}/images/20261121T013500-000Z.png`)).toEqual(png)
    expect(JSON.parse(server.seen.at(-1)!.body)).toMatchObject({ prompt: 'a cat', num_images: 1, sync_mode: true })
    expect(server.seen.at(-1)!.headers.authorization).toBe('Key key-123456')
    expect((await use(tool, { prompt: 'b' }, { origin: 'telegram' })).text).toBe('그림을 만들었어요. (오늘 2/3)')
    expect((await use(tool, { prompt: 'c' })).text).toContain('안전 기준')
    const before = server.seen.length
    expect((await use(tool, { prompt: 'd' })).text).toContain('3장을 다 썼어요')
    expect(server.seen.length).toBe(before)
    expect((await use(tool, { prompt: 'e' }, { now: () => new Date('2026-11-21T15:30:00Z') })).isError).toBeUndefined()
    expect(readdirSync(join(folder, 'images')).length).toBe(2)
  })
})
