// Puts a newer Node into node_modules where the one that runs `npm ci` is older than package.json asks for:
// node_modules/.node/bin/node, which bin/assistant.js starts, and node_modules/.bin/node, which every script of
// package.json finds first. On a Node that is new enough it does nothing. Runs by `preprepare`, on Node 20 too.
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const version = '24.21.0'
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Compare versions by their first two numbers. */
const isAtLeast = (have, want) => {
  const [[major, minor], [wantMajor, wantMinor]] = [have, want].map((one) => one.split('.').map(Number))
  return major > wantMajor || (major === wantMajor && minor >= wantMinor)
}

/** The package of npm that has the program for this machine: https://www.npmjs.com/package/node. */
function packageName({ platform, arch }) {
  if (platform === 'win32') return `node-win-${arch}`
  return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`
}

// `npm install --package-lock-only` makes no node_modules.
const isOld = !isAtLeast(process.versions.node, engines.node.replace('>=', ''))
const program = process.platform === 'win32' ? 'node.exe' : 'node'
const place = join(root, 'node_modules/.node/bin', program)
const isThere = () =>
  existsSync(place) && execFileSync(place, ['--version'], { encoding: 'utf8' }).trim() === `v${version}`
if (isOld && existsSync(join(root, 'node_modules')) && !isThere()) {
  const folder = mkdtempSync(join(root, 'node_modules', '.node-'))
  try {
    const quiet = '--ignore-scripts --no-audit --no-fund --no-save --loglevel=error'
    execSync(`npm install ${quiet} --prefix "${folder}" ${packageName(process)}@${version}`, { stdio: 'inherit' })
    mkdirSync(dirname(place), { recursive: true })
    renameSync(join(folder, 'node_modules', packageName(process), 'bin', program), place)
    if (process.platform !== 'win32') {
      rmSync(join(root, 'node_modules/.bin/node'), { force: true })
      symlinkSync('../.node/bin/node', join(root, 'node_modules/.bin/node'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
