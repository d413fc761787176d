// Loaded into a measured server: writes down, as it goes, how often it has asked the disk to keep what was written (fsync, fdatasync).
const fs = require('node:fs')

const counter = fs.openSync(process.env.BENCH_SYNCS, 'w')
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
