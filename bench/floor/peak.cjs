// Loaded into every Node process of a measured tree: leaves the process's own high-water mark (kB) when it ends.
const { readFileSync, writeFileSync } = require('node:fs')

process.on('exit', () => {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  writeFileSync(`${process.env.BENCH_PEAKS}/${process.pid}`, kb)
})
