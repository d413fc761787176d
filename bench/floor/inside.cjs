// Loaded into a measured server, ours or a floor: writes down, as it goes, how often it has asked the disk to keep what was written (fsync,
// fdatasync), and on SIGUSR2 how much of its heap is in use after everything else was thrown away, in bytes.
const fs = require('node:fs')

const { BENCH_SYNCS, BENCH_HEAP } = process.env
const counter = fs.openSync(BENCH_SYNCS, 'w')
let count = 0

function counted(owner, name) {
  const original = owner[name]
  owner[name] = function (...given) {
    fs.writeSync(counter, String(++count), 0)
    return original.apply(this, given)
  }
}

for (const name of ['fsync', 'fsyncSync', 'fdatasync', 'fdatasyncSync']) counted(fs, name)
fs.promises.open(__filename).then(async (file) => {
  for (const name of ['sync', 'datasync']) counted(Object.getPrototypeOf(file), name)
  await file.close()
})

process.on('SIGUSR2', () => {
  require('node:v8').setFlagsFromString('--expose-gc')
  require('node:vm').runInNewContext('gc')()
  fs.writeFileSync(`${BENCH_HEAP}.part`, String(process.memoryUsage().heapUsed))
  fs.renameSync(`${BENCH_HEAP}.part`, BENCH_HEAP)
})
