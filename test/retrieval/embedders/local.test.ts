import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { type DownloadableModel, readManifest } from '../../../src/audio/models/manifest.ts'
import { type LocalModel, localEmbedder } from '../../../src/retrieval/embedders/local.ts'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'
import { listening } from '../../fakes/listen.ts'
import { tinyDimensions, tinyModel, tinyTokenizer } from '../../fakes/tiny-embedder.ts'
import { oracleFile, testWithOracles } from '../../oracles/oracle.ts'

const { signal } = new AbortController()
const runtime = oracleFile('onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
const sum = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** The tiny model in a folder of its own. */
function tiny(more: Partial<LocalModel> = {}): LocalModel {
  const folder = freshHome()
  const [model, tokenizer] = [join(folder, 'model.onnx'), join(folder, 'tokenizer.json')]
  writeFileSync(model, tinyModel())
  writeFileSync(tokenizer, tinyTokenizer())
  const plain = {
    name: 'tiny',
    size: 5_000,
    dimensions: tinyDimensions,
    pooling: 'mean',
    query: '',
    passage: '',
  } as const
  return { ...plain, model, tokenizer, runtime, ...more }
}
const product = (a?: Float32Array, b?: Float32Array) => a?.reduce((all, one, at) => all + one * (b?.[at] ?? 0), 0) ?? 0

const testWithRuntime = testWithOracles('onnxruntime-web')

describe('a model that runs here', () => {
  testWithRuntime('gives one vector of length 1 per text, near to what means the same', async () => {
    const texts = ['바다 파도', '해변 물놀이', '사무실 출근', 'beach']
    const vectors = await localEmbedder(tiny()).embed(texts, signal)
    expect(vectors.map((vector) => [vector.length, Math.hypot(...vector).toFixed(4)])).toEqual(
      texts.map(() => [tinyDimensions, '1.0000']),
    )
    const [sea, beach, office, english] = vectors
    expect([product(sea, beach) > 0.9, product(sea, english) > 0.9, product(sea, office) < 0.5]).toEqual([
      true,
      true,
      true,
    ])
  })

  testWithRuntime('puts before questions and passages what the model was trained with', async () => {
    const trained = tiny({ query: '바다 바다 바다 ', passage: '요리 요리 요리 ' })
    const [asked] = await localEmbedder(trained).embed(['출근'], signal, 'query')
    const [kept] = await localEmbedder(trained).embed(['출근'], signal)
    const [sea, food] = await localEmbedder(tiny()).embed(['바다', '요리'], signal)
    expect([product(asked, sea) > product(asked, food), product(kept, food) > product(kept, sea)]).toEqual([true, true])
  })

  testWithRuntime(
    'takes the state of the first token where the model was trained so, and the beginning of a text that is too long',
    async () => {
      const [first] = await localEmbedder(tiny({ pooling: 'cls' })).embed(['바다'], signal)
      const [other] = await localEmbedder(tiny({ pooling: 'cls' })).embed(['사무실'], signal)
      expect(product(first, other)).toBeCloseTo(1, 5)
      const [long] = await localEmbedder(tiny()).embed(['바다 '.repeat(600) + '사무실 '.repeat(5_000)], signal)
      const [sea] = await localEmbedder(tiny()).embed(['바다'], signal)
      expect(product(long, sea)).toBeGreaterThan(0.9)
    },
  )

  testWithRuntime(
    'files that are no model, or one of other vectors, are a setting that cannot be used; an abort ends it',
    async () => {
      const broken = tiny()
      writeFileSync(broken.model, Buffer.alloc(3_000, 7))
      const config = { failure: { code: 'config', data: { provider: 'local', model: 'tiny' } } }
      await expect(localEmbedder(broken).embed(['바다'], signal)).rejects.toMatchObject(config)
      await expect(localEmbedder(tiny({ dimensions: 384 })).embed(['바다'], signal)).rejects.toMatchObject(config)
      await expect(localEmbedder(tiny()).embed(['바다'], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    },
  )
})

describe('embedders of the manifest', () => {
  let models: DownloadableModel[]
  beforeAll(async () => {
    models = (await readManifest('models/manifest.json')).filter(({ use }) => use === 'embed')
  })

  testWithRuntime('know Korean and English, are checked by their sums, and come with a runtime of one version', () => {
    expect(models.map(({ name }) => name)).toEqual(['multilingual-e5-small', 'bge-m3'])
    for (const { languages, sha256, also = [], url } of models) {
      expect(languages).toEqual(expect.arrayContaining(['ko', 'en']))
      expect([sha256, ...also.map((one) => one.sha256)].filter((one) => !/^[0-9a-f]{64}$/.test(one))).toEqual([])
      // A branch moves; a revision does not.
      expect([url, ...also.map((one) => one.url)].filter((one) => /\/(?:main|latest)\//.test(one))).toEqual([])
    }
    const { version } = JSON.parse(readFileSync(oracleFile('onnxruntime-web/package.json'), 'utf8'))
    for (const { also = [] } of models)
      expect(also.filter(({ url }) => url.includes('onnxruntime-web'))).toEqual(
        ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm'].map((name) => ({
          url: `https://cdn.jsdelivr.net/npm/onnxruntime-web@${version}/dist/${name}`,
          sha256: sum(readFileSync(oracleFile(`onnxruntime-web/dist/${name}`))),
          mirrors: [`https://unpkg.com/onnxruntime-web@${version}/dist/${name}`],
        })),
      )
  })

  testWithRuntime(
    'one is pulled, tried, and searches documents by meaning; of an update only what changed is downloaded',
    async () => {
      const home = freshHome()
      const files: Record<string, Buffer | string> = {
        'model.onnx': tinyModel(),
        'tokenizer.json': tinyTokenizer(),
        'ort.mjs': readFileSync(runtime),
        'ort-wasm-simd-threaded.wasm': readFileSync(join(dirname(runtime), 'ort-wasm-simd-threaded.wasm')),
      }
      const asked: string[] = []
      const server = createServer((request, response) => {
        const name = request.url?.slice(1) ?? ''
        asked.push(name)
        response.end(files[name])
      })
      const { port, ...opened } = await listening(server)
      onTestFinished(() => opened[Symbol.asyncDispose]())
      const at = (name: string) => ({ url: `http://127.0.0.1:${port}/${name}`, sha256: sum(files[name] ?? '') })
      const manifest = join(home, 'manifest.json')
      const config = {
        model: '@/model.onnx',
        tokenizer: '@/tokenizer.json',
        runtime: '@/ort.mjs',
        dimensions: tinyDimensions,
      }
      const list = () => [
        {
          ...{ name: 'tiny', use: 'embed', kind: 'embed', languages: ['ko'], size: 15_000_000, licence: 'MIT' },
          ...{
            ...at('model.onnx'),
            also: [at('tokenizer.json'), at('ort.mjs'), at('ort-wasm-simd-threaded.wasm')],
            config: { ...config, pooling: 'mean' },
          },
        },
      ]
      writeFileSync(manifest, JSON.stringify(list()))
      const env = bareEnv(home, {
        ASSISTANT_VOICE_MANIFEST: manifest,
        ASSISTANT_DOCS_STORE: 'vector',
        ASSISTANT_DOCS_EMBEDDER: 'local',
        ASSISTANT_DOCS_EMBED_MODEL: 'tiny',
      })
      const folder = join(home, 'papers')
      mkdirSync(folder)
      writeFileSync(join(folder, '여행.txt'), '파도 해변')
      writeFileSync(join(folder, '근무.txt'), '회사 사무실')
      expect(await run(['docs', 'add', folder], env)).toMatchObject({
        code: 52,
        err: expect.stringContaining('models pull tiny'),
      })
      expect((await run(['doctor'], env)).out).toMatch(/(?:문서|임베딩|documents|embedder): .*models pull tiny/)
      expect(await run(['models', 'pull', 'tiny', '--yes'], env)).toMatchObject({
        code: 0,
        err: expect.stringContaining('tiny'),
      })
      expect((await run(['doctor'], env)).out).not.toContain('models pull tiny')
      expect(asked).toEqual(['model.onnx', 'tokenizer.json', 'ort.mjs', 'ort-wasm-simd-threaded.wasm'])
      expect(await run(['docs', 'add', folder], env)).toMatchObject({ code: 0 })
      const { out } = await run(['docs', 'search', '물놀이', '--json'], env)
      expect(JSON.parse(out).hits[0].file).toMatch(/여행\.txt$/)

      const stories = Array.from(
        { length: 30 },
        (_, n) => `${n}번 가게 주인은 아침마다 시장에서 싱싱한 생선과 채소를 골라 온다고 했다.`,
      )
      for (const [n, story] of stories.entries()) writeFileSync(join(folder, `${n}.txt`), story)
      expect(await run(['docs', 'reindex'], env)).toMatchObject({ code: 0 })
      const checked = await run(['docs', 'status'], env)
      expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/단어로 \d+개, 의미까지 \d+개/) })
      // These vectors know nothing of shops: words are the better way, and the setting says otherwise.
      expect(checked.out).toContain('assistant config set docs.store keyword')

      files['tokenizer.json'] = `${tinyTokenizer()}\n`
      writeFileSync(manifest, JSON.stringify(list()))
      expect(await run(['models', 'pull', 'tiny', '--yes'], env)).toMatchObject({ code: 0 })
      expect(asked.slice(4)).toEqual(['tokenizer.json'])
      // Seven processes, of which five start the runtime.
    },
    120_000,
  )
})
