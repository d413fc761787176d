import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DownloadableModel, filesOf, readManifest } from '../../src/audio/models/manifest.ts'
import { recommendModels } from '../../src/audio/models/recommend.ts'
import { ModelStore, type PullOptions } from '../../src/audio/models/store.ts'
import { tryModel } from '../../src/audio/models/trial.ts'
import { failureOf } from '../../src/protocol/index.ts'
import { bareEnv, freshHome, run } from '../cli/assistant.ts'
import { requires } from '../parts.ts'
import { programs, testModels } from './rig.ts'

const fixtures = resolve('test/fixtures/voice-models')
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'models-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/**
 * Files over HTTP as a release server gives them: ranges, ETags, redirects. `cut`: closes the connection after so
 * many bytes, once each.
 */
async function server(files: Record<string, Buffer>, cut: number[] = []) {
  const seen: { path: string; range: string | undefined; headers: IncomingMessage['headers'] }[] = []
  const http = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    seen.push({ path, range: request.headers.range, headers: request.headers })
    if (path.startsWith('/to/')) return response.writeHead(302, { location: path.slice(3) }).end()
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    const file = files[path.slice(1)]
    if (!file) return response.writeHead(404).end()
    const etag = `"${sum(file).slice(0, 16)}"`
    const same = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
    const from = same ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    if (from >= file.length) return response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    const range = from > 0 ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {}
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': file.length - from, ...range })
    const upto = cut.shift()
    if (upto === undefined) response.end(file.subarray(from))
    else response.write(file.subarray(from, from + upto), () => setTimeout(() => response.destroy(), 50))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen }
}

function tarball(make: (folder: string) => void, ...options: string[]): Buffer {
  const from = folder()
  make(from)
  const path = join(folder(), 'model.tar.bz2')
  execFileSync('tar', ['-cjf', path, '-C', from, ...options, ...(options.length > 0 ? [] : readdirSync(from))])
  return readFileSync(path)
}

const model = (url: string, more: Partial<DownloadableModel> = {}): DownloadableModel => ({
  name: 'test-vad',
  use: 'vad',
  languages: ['ko'],
  size: 5_321,
  licence: 'test',
  url,
  sha256: 'unpinned',
  kind: 'vad',
  config: { sileroVad: { model: '@/vad.onnx' } },
  ...more,
})
const options = (more: Partial<PullOptions> = {}): PullOptions => ({
  env: process.env,
  signal: AbortSignal.timeout(20_000),
  progress: () => {},
  trial: async () => undefined,
  trying: () => {},
  ...more,
})
const vad = readFileSync(testModels.vad.config.sileroVad.model)
const fault = (promise: Promise<unknown>) => promise.then(() => undefined, failureOf)

requires('tar', 'bzip2')('models', () => {
  test('a download that breaks goes on where it stopped, through a redirect, and is checked against its SHA-256', async () => {
    const bytes = tarball((at) => {
      mkdirSync(join(at, 'model-1'))
      writeFileSync(join(at, 'model-1', 'vad.onnx'), vad)
      writeFileSync(
        join(at, 'model-1', 'noise.bin'),
        Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 7919) % 251)),
      )
    })
    const { url, seen } = await server({ 'm.tar.bz2': bytes }, [1_000, 900])
    const store = new ModelStore(folder())
    const wanted = model(`${url}/to/m.tar.bz2`, { sha256: sum(bytes) })
    const progress: number[] = []
    const given = options({ progress: (done) => progress.push(done) })
    expect((await fault(store.pull(wanted, given)))?.code).toBe('network')
    expect(await store.state(wanted)).toBe(1_000)
    expect((await fault(store.pull(wanted, given)))?.code).toBe('network')
    await store.pull(wanted, given)
    expect(seen.filter(({ path }) => path === '/m.tar.bz2').map(({ range }) => range)).toEqual([
      undefined,
      'bytes=1000-',
      'bytes=1900-',
    ])
    expect([await store.state(wanted), progress.at(-1), await store.changed(wanted)]).toEqual([
      'here',
      bytes.length,
      [],
    ])
    expect(seen.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  test('where the first address does not answer, its mirrors are asked, and go on where it stopped; a file that nobody pinned has none', async () => {
    const first = await server({ 'vad.onnx': vad }, [2_000])
    const second = await server({ 'copy.onnx': vad })
    const store = new ModelStore(folder())
    const mirrors = [`${second.url}/gone.onnx`, `${second.url}/copy.onnx`]
    const wanted = model(`${first.url}/vad.onnx`, { sha256: sum(vad), mirrors })
    expect(await store.pull(wanted, options())).toBe(sum(vad))
    expect(second.seen.map(({ path, range }) => [path, range])).toEqual([
      ['/gone.onnx', 'bytes=2000-'],
      ['/copy.onnx', 'bytes=2000-'],
    ])
    const liar = await server({ 'vad.onnx': Buffer.from('something else') })
    const other = { ...wanted, name: 'other', url: `${first.url}/none`, mirrors: [`${liar.url}/vad.onnx`] }
    expect((await fault(store.pull(other, options())))?.code).toBe('malformed')
    const manifest = join(folder(), 'manifest.json')
    writeFileSync(manifest, JSON.stringify([{ ...wanted, sha256: 'unpinned' }]))
    expect((await fault(readManifest(manifest)))?.code).toBe('config')
  })

  test('what was downloaded whole and could not be used then is used later, and not downloaded again', async () => {
    const { url, seen } = await server({ 'vad.onnx': vad })
    const store = new ModelStore(folder())
    const wanted = model(`${url}/vad.onnx`, { sha256: sum(vad) })
    const progress: unknown[] = []
    expect(await fault(store.pull(wanted, options({ trial: async () => 'no engine' })))).toMatchObject({
      code: 'refused',
    })
    await store.pull(wanted, options({ progress: (...now) => progress.push(now) }))
    expect([await store.state(wanted), progress, seen.map(({ range }) => range)]).toEqual(['here', [], [undefined]])
  })

  test('a model whose file was cut or overwritten is not whole, and is downloaded anew', async () => {
    const { url } = await server({ 'vad.onnx': vad })
    const home = folder()
    const store = new ModelStore(home)
    const wanted = model(`${url}/vad.onnx`, { sha256: sum(vad) })
    const file = join(home, wanted.name, 'vad.onnx')
    for (const damaged of [undefined, vad.subarray(0, 900), Buffer.alloc(vad.length, 1)]) {
      if (damaged) writeFileSync(file, damaged)
      expect(await store.isIntact(wanted)).toBe(false)
      await store.pull(wanted, options())
      expect([await store.isIntact(wanted), readFileSync(file).equals(vad)]).toEqual([true, true])
    }
  })

  test('what changed on the server meanwhile is downloaded anew, not glued together', async () => {
    const files = { 'vad.onnx': Buffer.alloc(3_000, 1) }
    const { url } = await server(files, [1_000])
    const store = new ModelStore(folder())
    const wanted = model(`${url}/vad.onnx`)
    await fault(store.pull(wanted, options()))
    files['vad.onnx'] = vad
    await store.pull(wanted, options())
    expect((await store.files(wanted))?.config).toMatchObject({
      sileroVad: { model: expect.stringContaining('test-vad/vad.onnx') },
    })
    expect(await store.changed({ ...wanted, sha256: sum(vad) })).toEqual([])
  })

  test('what belongs to an archive and lies elsewhere stands beside what was in it', async () => {
    const files = {
      'm.tar.bz2': tarball((from) => writeFileSync(join(from, 'vad.onnx'), vad)),
      'vocoder.onnx': Buffer.from('more'),
    }
    const { url } = await server(files)
    const at = folder()
    const wanted = model(`${url}/m.tar.bz2`, {
      also: [{ url: `${url}/vocoder.onnx`, sha256: sum(files['vocoder.onnx']) }],
    })
    const store = new ModelStore(at)
    await store.pull(wanted, options())
    expect([await store.state(wanted), readdirSync(join(at, 'test-vad')).toSorted()]).toEqual([
      'here',
      ['receipt.json', 'vad.onnx', 'vocoder.onnx'],
    ])
  })

  test('a wrong sum, a status, a circle of redirects: nothing is installed', async () => {
    const { url } = await server({ 'vad.onnx': vad })
    const at = folder()
    const store = new ModelStore(at)
    expect((await fault(store.pull(model(`${url}/vad.onnx`, { sha256: '0'.repeat(64) }), options())))?.code).toBe(
      'malformed',
    )
    expect(await fault(store.pull(model(`${url}/none`), options()))).toMatchObject({ code: 'server', status: 404 })
    expect(await fault(store.pull(model(`${url}/loop`), options()))).toMatchObject({
      code: 'server',
      detail: 'redirects',
    })
    expect(readdirSync(at).filter((name) => !name.endsWith('.tag'))).toEqual([])
  })

  test.each([
    [
      'a name with ..',
      (at: string) => writeFileSync(join(at, 'x'), 'x'),
      ['--transform', 's,x,../../escaped,', '-P', 'x'],
    ],
    [
      'an absolute name',
      (at: string) => writeFileSync(join(at, 'x'), 'x'),
      ['--transform', 's,x,/tmp/escaped-voice,', '-P', 'x'],
    ],
    ['a symbolic link', (at: string) => symlinkSync('/etc', join(at, 'x')), ['x']],
  ] as const)('an archive with %s is not unpacked', async (_, make, how) => {
    const { url } = await server({ 'm.tar.bz2': tarball(make, ...how) })
    const at = folder()
    expect(await fault(new ModelStore(at).pull(model(`${url}/m.tar.bz2`), options()))).toMatchObject({
      code: 'bad-input',
      data: { entry: expect.any(String) },
    })
    expect([
      existsSync('/tmp/escaped-voice'),
      existsSync(join(at, '..', 'escaped')),
      readdirSync(at).includes('test-vad'),
    ]).toEqual([false, false, false])
  })

  test('what is no archive is told, and fetched again where nobody knows its sum', async () => {
    const files: Record<string, Buffer> = { 'm.tar.bz2': Buffer.from('<html>come back later</html>') }
    const { url } = await server(files)
    const at = folder()
    const store = new ModelStore(at)
    const wanted = model(`${url}/m.tar.bz2`)
    expect(await fault(store.pull(wanted, options()))).toMatchObject({ code: 'malformed', data: { archive: false } })
    files['m.tar.bz2'] = tarball((from) => writeFileSync(join(from, 'vad.onnx'), vad))
    await store.pull(wanted, options())
    expect([await store.state(wanted), readdirSync(at)]).toEqual(['here', ['test-vad']])
  })

  test('without tar and bzip2 it is said that they are wanted', async () => {
    const { url } = await server({ 'm.tar.bz2': tarball((from) => writeFileSync(join(from, 'vad.onnx'), vad)) })
    const pulled = (bin: string) =>
      fault(new ModelStore(folder()).pull(model(`${url}/m.tar.bz2`), options({ env: { PATH: bin } })))
    const onlyTar = folder()
    symlinkSync(execFileSync('which', ['tar'], { encoding: 'utf8' }).trim(), join(onlyTar, 'tar'))
    for (const bin of [folder(), onlyTar])
      expect(await pulled(bin)).toMatchObject({ code: 'config', data: { missing: 'tar' } })
  })

  test('a file that changed is found, and a model can be removed', async () => {
    const { url } = await server({ 'vad.onnx': vad })
    const at = folder()
    const store = new ModelStore(at)
    const wanted = model(`${url}/vad.onnx`)
    await store.pull(wanted, options())
    writeFileSync(join(at, 'test-vad', 'vad.onnx'), 'x')
    expect(await store.changed(wanted)).toEqual(['vad.onnx'])
    expect([await store.remove(wanted), await store.state(wanted), await store.remove(wanted)]).toEqual([
      true,
      0,
      false,
    ])
  })

  test('every test model works when it is tried; one that is none is found out though it ends the process', async () => {
    const engine = { program: programs.engine, node: process.execPath, env: process.env }
    for (const files of [testModels.vad, testModels.stt, testModels.offline, testModels.tts])
      expect(await tryModel(engine, files)).toBeUndefined()
    const broken = join(folder(), 'broken.onnx')
    writeFileSync(broken, Buffer.alloc(5_000, 7))
    const wrong = { ...testModels.stt, config: { ...testModels.stt.config, nemoCtc: { model: broken } } }
    expect(await tryModel(engine, wrong)).toEqual(expect.any(String))
    const family = { ...testModels.vad, config: { sileroVad: { model: join(fixtures, 'tts.onnx') } } }
    expect(await tryModel(engine, family)).toEqual(expect.any(String))
  })

  test('the manifest lists real models of both languages for every use that there is', async () => {
    const models = await readManifest('models/manifest.json')
    for (const use of ['vad', 'stt', 'tts'])
      for (const language of ['ko', 'en'])
        expect(models.some((one) => one.use === use && one.languages.includes(language))).toBe(true)
    const speech = models.filter(({ use, ships }) => !['embed', 'turn', 'chat', 'engine'].includes(use) && !ships)
    expect(
      speech.filter(({ url }) => !url.startsWith('https://github.com/k2-fsa/sherpa-onnx/releases/download/')),
    ).toEqual([])
    // A chat model is one file of a fixed revision; each system has one engine, out of the npm registry.
    const chat = models.filter(({ use }) => use === 'chat')
    expect(
      chat.every(({ url, sha256 }) => /\/resolve\/[0-9a-f]{40}\/\S+\.gguf$/.test(url) && sha256 !== 'unpinned'),
    ).toBe(true)
    const engines = models.filter(({ use }) => use === 'engine')
    const ofNpm = ({ url }: DownloadableModel) => url.startsWith('https://registry.npmjs.org/@node-llama-cpp/')
    expect([chat.length > 0, engines.every(ofNpm), engines.length]).toEqual([true, true, 7])
    expect(JSON.stringify(filesOf(models[0] as DownloadableModel, '/models/x').config)).toContain('/models/x/')
  })

  test('a machine is recommended what it can carry, in its language, streaming ears first, none of an unknown licence', async () => {
    const models = await readManifest('models/manifest.json')
    const names = (language: string, cores: number, memoryGb: number) =>
      recommendModels(models, language, { cores, memoryGb }).map(({ name }) => name)
    for (const cores of [2, 4, 8]) {
      expect(names('ko', cores, 4)).toEqual(['silero-vad', 'zipformer-ko', 'supertonic'])
      expect(names('ko', cores, 2)).toEqual(['silero-vad', 'zipformer-ko', 'supertonic'])
      expect(names('en', cores, 4)).toEqual(['silero-vad', 'zipformer-en-streaming', 'supertonic'])
    }
    expect(names('ko', 1, 1)).toEqual(['silero-vad', 'moonshine-tiny-ko', 'mimic3-ko-kss'])
    expect(names('en', 1, 1)).toEqual(['silero-vad', 'zipformer-en-streaming', 'piper-en'])
    // Whatever the machine, there is all that a talk needs, and nothing that asks for more than it has.
    for (const language of ['ko', 'en'])
      for (let cores = 1; cores <= 16; cores++)
        for (let memoryGb = 1; memoryGb <= 32; memoryGb++) {
          const all = recommendModels(models, language, { cores, memoryGb })
          expect(all.map(({ use }) => use)).toEqual(['vad', 'stt', 'tts'])
          const asked = all.map(({ wants }) => wants ?? { cores: 1, memoryGb: 0 })
          expect(asked.filter((wants) => wants.cores > cores || wants.memoryGb > memoryGb)).toEqual([])
        }
  })

  test('what ships is here on a fresh machine, is whole, and cannot be removed', async () => {
    const [silero] = (await readManifest('models/manifest.json')).filter(({ ships }) => ships)
    const env = bareEnv(freshHome())
    const listed = JSON.parse((await run(['models', 'list', '--json'], env)).out)
    const here = listed.filter(({ installed }: { installed: boolean }) => installed)
    expect(here.map(({ name }: DownloadableModel) => name)).toEqual(['silero-vad'])
    expect(sum(readFileSync('dist/models/silero-vad/silero_vad_16k_op15.onnx'))).toBe(silero?.sha256)
    expect(await run(['models', 'remove', 'silero-vad'], env)).toMatchObject({
      code: 0,
      err: expect.stringContaining('프로그램에 들어 있어서'),
    })
    const short = (await run(['models', 'list'], env)).out.trim().split('\n')
    const long = (await run(['models', 'list', '--all'], env)).out.trim().split('\n')
    expect(short.length).toBeLessThanOrEqual(8 + 1)
    expect(long.length).toBeGreaterThan(short.length)
  })

  test('assistant voice setup: one question with every licence, one bar for all, and again nothing to do', async () => {
    const home = freshHome()
    const files = { 'ear.onnx': vad, 'mouth.onnx': readFileSync(join(fixtures, 'tts.onnx')) }
    const { url } = await server(files)
    const manifest = join(home, 'manifest.json')
    const ear = model(`${url}/ear.onnx`, { name: 'test-ear', licence: 'MIT', size: vad.length })
    ear.config = { sileroVad: { model: '@/ear.onnx' } }
    const turn = { ...ear, name: 'test-mouth', licence: 'BSD', use: 'turn', url: `${url}/mouth.onnx` }
    const strange = { ...ear, name: 'test-strange', licence: 'unknown', use: 'tts' }
    turn.config = { sileroVad: { model: '@/mouth.onnx' } }
    writeFileSync(manifest, JSON.stringify([ear, turn, strange]))
    const env = bareEnv(home, { ASSISTANT_VOICE_MANIFEST: manifest })
    const refused = await run(['voice', 'setup'], env)
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/test-ear .*MIT[\s\S]*test-mouth .*BSD/)])
    expect(refused.err).not.toContain('test-strange')
    // The second is no detector of speech: what was got of the first stays, and the next time asks for the rest alone.
    const half = await run(['voice', 'setup', '--yes'], env)
    expect([half.code, half.err]).toEqual([1, expect.stringMatching(/^test-mouth: .+\n받은 것은 그대로 있어요/m)])
    expect(half.err.match(/음성 모델 \d+%/g)?.length).toBeGreaterThan(3)
    files['mouth.onnx'] = vad
    const rest = await run(['voice', 'setup', '--yes'], env)
    expect([rest.code, rest.err]).toEqual([0, expect.not.stringContaining('test-ear')])
    expect(await run(['voice', 'setup'], env)).toMatchObject({
      code: 0,
      err: expect.stringContaining('필요한 모델이 다 있어요'),
    })
  })

  test('assistant models: listed, licence accepted, pulled, verified, removed', async () => {
    const home = freshHome()
    const { url } = await server({ 'vad.onnx': vad })
    const manifest = join(home, 'manifest.json')
    writeFileSync(manifest, JSON.stringify([model(`${url}/vad.onnx`, { licence: 'MIT' })]))
    const env = bareEnv(home, { ASSISTANT_VOICE_MANIFEST: manifest })
    const assistant = (...args: string[]) => run(['models', ...args], env)
    expect(await assistant('list')).toMatchObject({
      out: expect.stringContaining('test-vad'),
      err: expect.stringMatching(/이 컴퓨터\(코어 \d+개, 메모리 \d+GB\)에 알맞은 모델: test-vad \(MIT\)/),
    })
    expect(await assistant('pull', 'test-vad')).toMatchObject({ code: 1, err: expect.stringContaining('MIT') })
    expect(await assistant('pull', 'test-vad', '--yes')).toMatchObject({
      code: 0,
      err: expect.stringContaining('test-vad 모델을 쓸 수 있어요.'),
    })
    const listed = JSON.parse((await assistant('list', '--json')).out)
    expect(listed.filter(({ use }: DownloadableModel) => !['embed', 'chat'].includes(use))).toMatchObject([
      { name: 'test-vad', installed: true },
    ])
    expect(await assistant('verify')).toMatchObject({ code: 0, out: 'test-vad: 이상 없어요.\n' })
    writeFileSync(join(home, 'models', 'test-vad', 'vad.onnx'), 'x')
    expect((await assistant('verify')).code).toBe(1)
    expect((await assistant('remove', 'test-vad', '--yes')).code).toBe(0)
    expect(await assistant('pull', 'nothing')).toMatchObject({
      code: 42,
      err: expect.stringContaining('그런 모델이 없어요: nothing'),
    })
  })
})
