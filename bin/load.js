// Loads the scripts of ../dist and keeps what V8 has compiled of them, with every function that ran. Node's own cache of compiled code
// is made before anything has run: without this, each start compiles again all that it uses.
const fs = require('fs')
const path = require('path')
const vm = require('vm')

/** By file: the module, and the script that it came from. */
const loaded = new Map()

/** Runs a program of ../dist. `folder` is where compiled code is kept; nothing of it has to be there, or can be written. */
function load(program, folder) {
  const text = fs.readFileSync(program, 'utf8')
  const build = text.slice(2, text.indexOf('\n'))
  const file = process.env.NODE_DISABLE_COMPILE_CACHE ? '' : path.join(folder, nameOf(build))
  const kept = file ? read(file) : new Map()
  if (file) process.on('exit', () => keep(file, kept, program, build))
  run(program, text, kept)
}

/**
 * One file for each build on each Node with its options, and each way to use it: a question, a chat and a command run other functions,
 * and each start reads only those of its own.
 */
function nameOf(build) {
  const [first = ''] = process.argv.slice(2)
  const isCommand = /^[a-z][a-z-]*$/.test(first) && process.argv.length < 9
  const way = isCommand ? 'command' : !first && [0, 1].every(isDevice) ? 'chat' : 'ask'
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').trim()
  const hash = options && require('crypto').hash('sha1', options).slice(0, 8)
  return `${[process.version, process.arch, build, way, hash].filter(Boolean).join('-')}.bin`
}

/** A terminal, that is, or nearly: to ask `process.stdin` would open it. */
function isDevice(fd) {
  try {
    return fs.fstatSync(fd).isCharacterDevice()
  } catch {
    return false
  }
}

function run(file, text, kept) {
  const module = { exports: {} }
  const name = path.basename(file)
  const compiled = kept.get(name)
  const script = new vm.Script(`${head}${text}\n})`, {
    filename: file,
    columnOffset: -head.length,
    cachedData: compiled,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  loaded.set(file, { module, script, isKept: compiled !== undefined && !script.cachedDataRejected })
  const folder = path.dirname(file)
  script.runInThisContext()(module.exports, requireIn(folder, kept), module, file, folder)
  return module
}
const head = '(function(exports,require,module,__filename,__dirname){'

function requireIn(folder, kept) {
  const other = (id) => require('module').createRequire(path.join(folder, 'x'))(id)
  const found = new Map()
  const find = (id) => {
    if (!id.startsWith('.')) return process.getBuiltinModule(id) ?? other(id)
    const known = found.get(id)
    if (known) return known.exports
    const file = path.join(folder, id)
    const module = loaded.get(file)?.module ?? run(file, fs.readFileSync(file, 'utf8'), kept)
    found.set(id, module)
    return module.exports
  }
  find.resolve = (id) => require('module').createRequire(path.join(folder, 'x')).resolve(id)
  return find
}

/** A checksum of the rest, since V8 runs whatever it is given; the length of a list of names and lengths; what was compiled of each. */
function read(file) {
  const kept = new Map()
  try {
    const bytes = fs.readFileSync(file)
    if (bytes.readUInt32LE(0) !== require('zlib').crc32(bytes.subarray(4))) return kept
    let at = 8 + bytes.readUInt32LE(4)
    for (const [name, length] of JSON.parse(bytes.toString('latin1', 8, at))) {
      kept.set(name, bytes.subarray(at, at + length))
      at += length + padding(length)
    }
  } catch {
    // Not there yet, or half of it: compiled again, and kept anew.
    kept.clear()
  }
  return kept
}

/** V8 copies what does not begin at a multiple of eight. */
const padding = (length) => -length & 7
const aligned = (bytes) => (bytes.length & 7 ? Buffer.concat([bytes, Buffer.alloc(padding(bytes.length), ' ')]) : bytes)

/** Keeps what was compiled when a script was new to what is kept. Whatever goes wrong here costs the next start some time, no more. */
function keep(file, kept, program, build) {
  if ([...loaded.values()].every(({ isKept }) => isKept)) return
  try {
    // Another build may have been put in its place meanwhile.
    if (!fs.readFileSync(program, 'utf8').startsWith(`//${build}\n`)) return
    const all = new Map(kept)
    for (const [of, { script }] of loaded) all.set(path.basename(of), script.createCachedData())
    const names = aligned(Buffer.from(JSON.stringify([...all].map(([name, { length }]) => [name, length]))))
    const size = Buffer.alloc(4)
    size.writeUInt32LE(names.length)
    const folder = path.dirname(file)
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const half = `${file}.${process.pid}.tmp`
    write(half, [size, names, ...[...all.values()].map(aligned)])
    fs.renameSync(half, file)
    for (const name of fs.readdirSync(folder)) sweep(path.join(folder, name), build)
  } catch {}
}

/** The checksum of the parts, and the parts: one after the other, since together they would be in memory twice. */
function write(file, parts) {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(parts.reduce((so, part) => require('zlib').crc32(part, so), 0))
  const fd = fs.openSync(file, 'w', 0o600)
  try {
    for (const part of [sum, ...parts]) fs.writeFileSync(fd, part)
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
