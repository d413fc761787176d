import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error A script of the build is plain JavaScript.
import { requireSettled, toEntry, toScript } from '../../scripts/to-scripts.js'

const run = promisify(execFile)

let place: string
/** A program of two chunks, one loaded at once and one on demand, that says what they give. */
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'assistant-load-'))
  await mkdir(join(place, 'dist', 'chunks'), { recursive: true })
  await build('one', '5')
})
afterAll(() => rm(place, { recursive: true }))

async function build(name: string, number: string) {
  const cli = `import{sum}from"./chunks/now.js";import("./chunks/later.js").then(({word})=>console.log(sum(2,3),word))`
  await writeFile(join(place, 'dist', 'cli.cjs'), `//${name}\n${toScript('cli.js', cli)}`)
  const now = `function plus(a){return a+${number}}function sum(a,b){return[a,b].reduce((all,one)=>all+one,plus(0)-5)}export{sum};`
  await writeFile(join(place, 'dist', 'chunks', 'now.js'), toScript('chunks/now.js', now))
  const later = `var word=await Promise.resolve(/\\s가/.test(" 가")?"가":"no");export{word};`
  await writeFile(join(place, 'dist', 'chunks', 'later.js'), toScript('chunks/later.js', later))
}

async function start(folder: string, args: string[] = [], env: Record<string, string> = {}) {
  const program = `require(${JSON.stringify(resolve('bin/load.js'))})(${JSON.stringify(join(place, 'dist', 'cli.cjs'))}, process.env.FOLDER)`
  const options = { env: { PATH: process.env.PATH ?? '', FOLDER: folder, ...env } }
  return (await run(process.execPath, [...args, '-e', program], options)).stdout
}
const own = async () => mkdtemp(join(place, 'compiled-'))

test('what ran once is not compiled again: not even a function that is called late', async () => {
  const folder = await own()
  const compiled = async () => {
    const log = join(place, 'v8.log')
    await rm(log, { force: true })
    await start(folder, ['--log-function-events', `--logfile=${log}`, '--no-logfile-per-isolate'])
    const lines = (await readFile(log, 'utf8')).split('\n')
    const [, id] = lines.map((line) => /^script-details,(\d+),.*now\.js/.exec(line)).find(Boolean) ?? []
    return lines.filter((line) => line.startsWith(`function,full-parse,${id},`)).map((line) => line.split(',').at(-1))
  }
  expect(await compiled()).toEqual(expect.arrayContaining(['sum', 'plus']))
  expect(await compiled()).toEqual([])
})

test('what was compiled lies in one file, which nobody else can read, and is not written again for the same', async () => {
  const folder = await own()
  expect(await start(folder)).toBe('5 가\n')
  const [name = '', ...more] = await readdir(folder)
  expect([more, (await stat(join(folder, name))).mode & 0o777]).toEqual([[], 0o600])
  await utimes(join(folder, name), 1, 1)
  expect(await start(folder)).toBe('5 가\n')
  expect((await stat(join(folder, name))).mtimeMs).toBe(1_000)
})

test('a chat that bounds its young objects before anything is loaded takes what was kept all the same', async () => {
  const [folder, said] = [await own(), join(place, 'said')]
  const chat = async (bound: boolean) => {
    const program = `if (process.env.BOUND) globalThis.setTimeout = (bound) => (bound(), { unref() {} })
      console.log = (...words) => require('fs').writeFileSync(${JSON.stringify(said)}, words.join(' '))
      require(${JSON.stringify(resolve('bin/load.js'))})(${JSON.stringify(join(place, 'dist', 'cli.cjs'))}, ${JSON.stringify(folder)})`
    // Neither input nor output is a pipe, as at a terminal.
    const child = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: bound ? { BOUND: '1' } : {},
    })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await readFile(said, 'utf8')).toBe('5 가')
  }
  await chat(false)
  const [name = ''] = await readdir(folder)
  expect(name).toContain('-chat')
  await utimes(join(folder, name), 1, 1)
  await chat(true)
  expect(await readdir(folder)).toEqual([name])
  expect((await stat(join(folder, name))).mtimeMs).toBe(1_000)
})

test('a file that was damaged anywhere is not run: the answer is the same, and the file is made anew', async () => {
  const folder = await own()
  await start(folder)
  const [name = ''] = await readdir(folder)
  const good = await readFile(join(folder, name))
  const places = Array.from({ length: 5 }, (_, at) => Math.floor((at * (good.length - 9)) / 4))
  for (const at of places) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] as number) ^ 0x11
    await writeFile(join(folder, name), bad)
    expect([at, await start(folder)]).toEqual([at, '5 가\n'])
    expect((await readFile(join(folder, name))).equals(bad)).toBe(false)
  }
  for (const part of [Buffer.alloc(0), good.subarray(0, 6), good.subarray(0, -1)]) {
    await writeFile(join(folder, name), part)
    expect(await start(folder)).toBe('5 가\n')
  }
}, 60_000)

test('what others could have written is not run: it is made anew', async () => {
  const folder = await own()
  await start(folder)
  const file = join(folder, (await readdir(folder))[0] as string)
  await chmod(file, 0o622)
  await utimes(file, 1, 1)
  expect(await start(folder)).toBe('5 가\n')
  const { mode, mtimeMs } = await stat(file)
  expect([mode & 0o777, mtimeMs > 1_000]).toEqual([0o600, true])
})

test('another build of the same length runs its own code', async () => {
  const folder = await own()
  await start(folder)
  await build('two', '6')
  expect(await start(folder)).toBe('6 가\n')
  await build('one', '5')
  expect(await start(folder)).toBe('5 가\n')
})

test.each(['a file in its place', 'no right to write'])(
  'without a folder to keep it in (%s) the program runs',
  async (how) => {
    const folder = join(await own(), 'there')
    if (how === 'a file in its place') await writeFile(folder, '')
    else {
      await mkdir(folder)
      await chmod(folder, 0o500)
    }
    expect(await start(folder)).toBe('5 가\n')
  },
)

test('what is used while it is loaded stops the program, which would get half of it', async () => {
  const cli = `import{a}from"./chunks/half.js";console.log(a)`
  const name = join(place, 'dist', 'cli.cjs')
  const before = await readFile(name)
  await writeFile(name, `//half\n${toScript('cli.js', cli)}`)
  const half = 'var kept,own=()=>kept??=__atOnce(import("./other.js")),a=own().b;export{a};'
  await writeFile(join(place, 'dist', 'chunks', 'half.js'), toScript('chunks/half.js', half))
  await writeFile(
    join(place, 'dist', 'chunks', 'other.js'),
    toScript('chunks/other.js', 'import{a}from"./half.js";var b=a;export{b};'),
  )
  await expect(start(await own())).rejects.toThrow('half.js is used while it is loaded')
  await writeFile(name, before)
})

test('what could not be loaded, since something that it asks for could not be read, is loaded when it is asked for again', async () => {
  const name = join(place, 'dist', 'cli.cjs')
  const before = await readFile(name)
  const inner = join(place, 'dist', 'chunks', 'inner.js')
  const mended = JSON.stringify([inner, toScript('chunks/inner.js', 'var a=1;export{a};')])
  const cli = `import{writeFileSync}from"node:fs";const ask=()=>import("./chunks/outer.js").then(({b})=>console.log(b));
    ask().catch(({code})=>{console.log(code);writeFileSync(...${mended});return ask()})`
  await writeFile(name, `//again\n${toScript('cli.js', cli)}`)
  const outer = 'import{a}from"./inner.js";var b=a+1;export{b};'
  await writeFile(join(place, 'dist', 'chunks', 'outer.js'), toScript('chunks/outer.js', outer))
  expect(await start(await own())).toBe('ENOENT\n2\n')
  await writeFile(name, before)
})

test('NODE_DISABLE_COMPILE_CACHE keeps nothing', async () => {
  const folder = await own()
  expect(await start(folder, [], { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('5 가\n')
  expect(await readdir(folder)).toEqual([])
})

test('what other builds left goes after a month', async () => {
  const folder = await own()
  for (const name of ['v1-x64-old-ask.bin', 'v1-x64-young-chat.bin', 'somebody-elses.bin'])
    await writeFile(join(folder, name), '')
  for (const name of ['v1-x64-old-ask.bin', 'somebody-elses.bin']) await utimes(join(folder, name), 1, 1)
  await start(folder)
  const left = (await readdir(folder)).filter((name) => !name.includes('-one-'))
  expect(left.sort()).toEqual(['somebody-elses.bin', 'v1-x64-young-chat.bin'])
})

describe('a chunk as a script', () => {
  /** What it exports, with what it may ask for. */
  const exportsOf = (text: string, others: Record<string, unknown> = {}) => {
    const module = { exports: {} as Record<string, unknown> }
    const find = (id: string) => others[id] ?? process.getBuiltinModule(id)
    new Function('exports', 'require', 'module', '__filename', toScript('chunks/a.js', text))(
      module.exports,
      find,
      module,
      '/a/b.js',
    )
    return module.exports
  }

  test.each<[string, Record<string, unknown>]>([
    ['var a=1;export{a as b,a};', { b: 1, a: 1 }],
    ['export default 1+1;', { default: 2 }],
    ['import{sep as s}from"node:path";import path from"node:path";var same=path.sep===s;export{same};', { same: true }],
    ['import*as path from"node:path";var own=typeof path.join;export{own};', { own: 'function' }],
    ['import{x as y,z}from"./b.js";var sum=y+z;export{sum,z as again};', { sum: 3, again: 2 }],
    ['import{x}from"./b.js";export{x as y};export{z}from"./b.js";', { y: 1, z: 2 }],
    ['var url=import.meta.url;export{url};', { url: 'file:///a/b.js' }],
    ['var exported=1;export{exported};', { exported: 1 }],
    ['var text="export{a};import{b}from\\"./b.js\\"";export{text};', { text: 'export{a};import{b}from"./b.js"' }],
    ['var strict=(function(){return this===void 0})();export{strict};', { strict: true }],
  ])('%s', (text, expected) => {
    const exports = exportsOf(text, { './b.js': { x: 1, z: 2 } })
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, exports[name]]))).toEqual(expected)
  })

  test('what it assigns later is read whenever it is asked, and no other chunk may take it once', () => {
    const exports = exportsOf('var n=1;function next(){n++}function other(n){n=5}export{n,next,other};') as Record<
      string,
      () => void
    >
    exports.next?.()
    exports.other?.()
    expect(exports.n).toBe(2)
    toScript('chunks/c.js', 'import{n}from"./a.js";console.log(n);')
    expect(requireSettled).toThrow('c.js a.js:n')
  })

  test('on demand it gives what `import` gives, of a builtin, too', async () => {
    const text = 'var of=import("./b.js");var path=import("node:path");export{of,path};'
    const { of, path } = exportsOf(text, { './b.js': { x: 1 } }) as Record<string, Promise<Record<string, unknown>>>
    expect([await of, (await path)?.default === process.getBuiltinModule('node:path')]).toEqual([{ x: 1 }, true])
  })

  test('what is behind a door is loaded when it is used, and only once', () => {
    const text =
      'var kept,own=()=>kept??=__atOnce(import("./b.js"));function twice(n){return own().twice(n)}export{twice};'
    const asked: string[] = []
    const others = new Proxy({} as Record<string, unknown>, {
      get(_, id) {
        asked.push(String(id))
        return { twice: (n: number) => 2 * n }
      },
    })
    const { twice } = exportsOf(text, others) as Record<string, (n: number) => number>
    expect([asked.length, twice?.(2), twice?.(3), asked]).toEqual([0, 4, 6, ['./b.js']])
  })

  test('an entry stays a module', () => {
    const text =
      'import{a as b}from"./chunks/a.js";import p from"node:path";export{b as c};export{d}from"./chunks/a.js";'
    expect(toEntry('index.js', text)).toBe(
      'const{a:b}=require("./chunks/a.js");import p from"node:path";export{b as c};const{d:__own0}=require("./chunks/a.js");export{__own0 as d}',
    )
  })
})
