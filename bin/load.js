// Loads the scripts of ../dist and keeps what V8 has compiled of them, with every function that ran. Node's own cache of compiled code
// is made before anything has run: without this, each start compiles again all that it uses.
const fs = require('fs')
const path = require('path')
const vm = require('vm')

// That scripts may import is told as experimental, to whoever waits for an answer. Everything else is told as before.
const tell = process.emitWarning
process.emitWarning = (warning, ...more) => {
  if (!String(warning).includes('USE_MAIN_CONTEXT_DEFAULT_LOADER')) tell.call(process, warning, ...more)
}

/** By file: the module, and the script that it came from. */
const loaded = new Map()

/** Runs a program of ../dist. `folder` is where compiled code is kept; nothing of it has to be there, or can be written. */
function load(program, folder) {
  const text = sourceOf(program)
  const build = text.slice(head.length + '//'.length, text.indexOf('\n'))
  const way = wayOf(process.argv.slice(2))
  const file = process.env.NODE_DISABLE_COMPILE_CACHE ? '' : path.join(folder, nameOf(build, way))
  const kept = open(file)
  if (file) process.on('exit', () => keep(file, kept, program, build))
  const bounds = way === 'chat' ? young : boundsOf[process.argv[2]]
  if (bounds) setTimeout(() => heap.bind(bounds), boundAfterMs).unref()
  run(program, text, kept)
}

/** A question, a chat and a command run other functions, and each start reads only those of its own. */
function wayOf([first = '', ...more]) {
  if (/^[a-z][a-z-]*$/.test(first) && more.length < 6) return 'command'
  return !first && [0, 1].every(isDevice) ? 'chat' : 'ask'
}

/** A terminal, that is, or nearly: to ask `process.stdin` would open it. */
function isDevice(fd) {
  try {
    return fs.fstatSync(fd).isCharacterDevice()
  } catch {
    return false
  }
}

/** One file for each build on each Node with its options, and each way to use it. */
function nameOf(build, way) {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').trim()
  const hash = options && require('crypto').hash('sha1', options).slice(0, 8)
  return `${[process.version, process.arch, build, way, hash].filter(Boolean).join('-')}.bin`
}

function run(file, text, kept) {
  const module = { exports: {} }
  const cachedData = kept.take(path.basename(file))
  const script = heap.usually(
    () =>
      new vm.Script(text, {
        filename: file,
        columnOffset: -head.length,
        cachedData,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      })
  )
  loaded.set(file, { module, script, isKept: cachedData !== undefined && !script.cachedDataRejected })
  const folder = path.dirname(file)
  try {
    script.runInThisContext()(module.exports, requireIn(folder, kept), module, file, folder)
  } catch (error) {
    // One that it asks for could not be read: whoever asks again loads both anew.
    loaded.delete(file)
    throw error
  }
  module.hasRun = true
  return module
}
const head = '(function(exports,require,module,__filename,__dirname){'
const tail = '\n})'

/** The text of a script as a function: read between the two, since V8 would copy what is put together. */
function sourceOf(file) {
  const fd = fs.openSync(file)
  try {
    const { size } = fs.fstatSync(fd)
    const bytes = Buffer.allocUnsafeSlow(head.length + size + tail.length)
    bytes.write(head)
    bytes.write(tail, head.length + fs.readSync(fd, bytes, head.length, size, 0))
    return bytes.toString()
  } finally {
    fs.closeSync(fd)
  }
}

function requireIn(folder, kept) {
  const other = () => require('module').createRequire(path.join(folder, 'x'))
  const found = new Map()
  const find = (id) => {
    if (!id.startsWith('.')) return heap.usually(() => process.getBuiltinModule(id)) ?? other()(id)
    const known = found.get(id)
    if (known) return known.exports
    // As the build writes them, './name.js': forty of them, which `path.join` would normalise one by one.
    const file = `${folder}/${id.slice(2)}`
    const module = loaded.get(file)?.module ?? run(file, sourceOf(file), kept)
    // Only something that is used at first use (scripts/at-first-use.js) can ask for what still runs, and would get half of it.
    if (!module.hasRun) throw new Error(`${file} is used while it is loaded`)
    found.set(id, module)
    return module.exports
  }
  find.resolve = (id) => other().resolve(id)
  return find
}

/**
 * V8 doubles the space of young objects up to 3 × 16 MB as a program lives, for a chat that mostly waits: from a moment after the start it
 * keeps the size that it has (116 MB after 300 turns; 120 when that begins after 2.5 s), and so does a daemon (168 MB after 1,000 messages that
 * waited, 180 without this). A server may let its heap grow by a third before what is old is thrown away, not to several times what it
 * needs (175 MB after 10,000 turns, 390 without both). Each flag with its usual value and its bound.
 */
const young = [['semi-space-growth-factor', 2, 1]]
const boundsOf = { daemon: young, serve: [...young, ['heap-growing-percent', 0, 20]] }

/** Compiled code counts only under the options that it was made with, so they are the usual ones while any is read or made. */
const heap = {
  flags: [],
  set: (name, value) => require('v8').setFlagsFromString(`--${name}=${value}`),
  bind(flags) {
    heap.flags = flags
    for (const [name, , bound] of flags) heap.set(name, bound)
  },
  usually(make) {
    for (const [name, usual] of heap.flags) heap.set(name, usual)
    try {
      return make()
    } finally {
      for (const [name, , bound] of heap.flags) heap.set(name, bound)
    }
  },
}
const boundAfterMs = 900

/**
 * What an earlier start kept: the checksum and the length of a list of names, lengths and checksums, the list, and what was compiled of
 * each. Checksums, since V8 runs whatever it is given. Each is read when it is asked for and not held.
 */
function open(file) {
  const [places, sums] = [new Map(), new Map()]
  let fd
  try {
    fd = fs.openSync(file)
    if (!isOwn(fs.fstatSync(fd))) throw new Error('not ours')
    const [sum, length] = new Uint32Array(at(fd, 0, 8).buffer)
    const list = at(fd, 8, length)
    if (require('zlib').crc32(list) !== sum) throw new Error('damaged')
    let from = 8 + length
    for (const [name, size, of] of JSON.parse(list.toString())) {
      places.set(name, [from, size])
      sums.set(name, of)
      from += size + padding(size)
    }
  } catch {
    // Not there yet, or half of it: compiled again, and kept anew.
    places.clear()
  }
  const take = (name) => {
    if (!places.has(name)) return undefined
    try {
      const bytes = at(fd, ...places.get(name))
      return require('zlib').crc32(bytes) === sums.get(name) ? bytes : undefined
    } catch {
      return undefined
    }
  }
  return { names: () => [...places.keys()], take, close: () => fd !== undefined && fs.closeSync(fd) }
}

/** Compiled code is a program: nobody else may have written it, also where `sudo` keeps the home of another. */
function isOwn({ uid, mode }) {
  return !process.getuid || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** Bytes of a file from a place on, in memory of their own. */
function at(fd, from, length) {
  const bytes = Buffer.from(new ArrayBuffer(length))
  if (fs.readSync(fd, bytes, 0, length, from) !== length) throw new Error('too short')
  return bytes
}

/** V8 copies what does not begin at a multiple of eight. */
const padding = (length) => -length & 7

/** Keeps what was compiled when a script was new to what is kept. Whatever goes wrong here costs the next start some time, no more. */
function keep(file, kept, program, build) {
  if ([...loaded.values()].every(({ isKept }) => isKept)) return
  try {
    // Another build may have been put in its place meanwhile.
    if (!fs.readFileSync(program, 'utf8').startsWith(`//${build}\n`)) return
    const all = new Map(kept.names().map((name) => [name, kept.take(name)]))
    for (const [of, { script }] of loaded)
      all.set(
        path.basename(of),
        heap.usually(() => script.createCachedData())
      )
    // Windows replaces no file that is open.
    kept.close()
    const folder = path.dirname(file)
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const half = `${file}.${process.pid}.tmp`
    write(
      half,
      [...all].filter(([, bytes]) => bytes)
    )
    fs.renameSync(half, file)
    for (const name of fs.readdirSync(folder)) sweep(path.join(folder, name), build)
  } catch {}
}

/** One part after the other, since together they would be in memory twice. */
function write(file, all) {
  const { crc32 } = require('zlib')
  const text = JSON.stringify(all.map(([name, bytes]) => [name, bytes.length, crc32(bytes)]))
  const list = Buffer.from(text + ' '.repeat(padding(Buffer.byteLength(text))))
  const fd = fs.openSync(file, 'w', 0o600)
  try {
    fs.writeFileSync(fd, Buffer.from(new Uint32Array([crc32(list), list.length]).buffer))
    for (const bytes of [list, ...all.map(([, bytes]) => bytes)]) {
      fs.writeFileSync(fd, bytes)
      fs.writeFileSync(fd, Buffer.alloc(padding(bytes.length)))
    }
  } finally {
    fs.closeSync(fd)
  }
}

/** Removes what another build has not renewed for a month. */
function sweep(file, build) {
  if (!/-(?:ask|chat|command)\b.*\.(?:bin|tmp)$/.test(file) || file.includes(build)) return
  if (fs.statSync(file).mtimeMs < Date.now() - monthMs) fs.rmSync(file, { force: true })
}
const monthMs = 30 * 24 * 60 * 60 * 1000

module.exports = load
