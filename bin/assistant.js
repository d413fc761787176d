#!/usr/bin/env node
// Starts ../dist on a Node that is new enough, or finds one, or says what to do. CommonJS and ES5 syntax on
// purpose: an old Node (10 and up) must be able to read this file to the end. Everything else belongs in src/.
var path = require('path')
var root = path.join(__dirname, '..')
var oldest = [22, 19]

function newEnough(version) {
  var parts = version.split('.').map(Number)
  return parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])
}

function giveUp(korean, english) {
  var env = process.env
  var wanted = env.ASSISTANT_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  process.stderr.write(
    (wanted.indexOf('en') === 0 ? english : wanted.indexOf('ko') === 0 ? korean : korean + '\n' + english) + '\n'
  )
  process.exitCode = 1
}

function start() {
  var built = path.join(root, 'dist', 'cli.cjs')
  var steps
  if (!require('fs').existsSync(built)) {
    steps = (require('fs').existsSync(path.join(root, 'node_modules')) ? '' : 'npm ci && ') + 'npm run build'
    return giveUp(
      '아직 빌드되지 않았어요. ' + root + '에서 `' + steps + '`를 먼저 실행해 주세요.',
      'Not built yet. Please run `' + steps + '` in ' + root + ' first.'
    )
  }
  // A request to end that comes while the program is read is kept until it listens: then it closes its output well.
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (name) {
    process.on(name, hold)
  })
  // Compiled code is kept between starts (about a third of a start's CPU), in a folder of this user only: code from a
  // shared /tmp could be somebody else's.
  // An empty HOME is none, and a relative folder would be one in whatever folder the program is started in.
  var asked = process.env.XDG_CACHE_HOME || ''
  var home = require('os').homedir() || require('os').userInfo().homedir
  var caches = path.isAbsolute(asked) ? asked : path.join(home, '.cache')
  require('./load.js')(built, process.env.NODE_COMPILE_CACHE || path.join(caches, 'assistant', 'compiled'))
}

function hold(name) {
  hold.heard = hold.heard || name
}
hold.heard = null

/** Runs the same command line on the Node that `npm ci` put beside the source, and ends exactly as it ends. */
function startOn(node) {
  var child = require('child_process').spawn(node, process.execArgv.concat(__filename, process.argv.slice(2)), {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl+C and Ctrl+\ to both processes itself; passing them on would make one press look like two.
  var terminal = [0, 1, 2].some(require('tty').isatty)
  ;['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'].forEach(function (signal) {
    process.on(signal, function () {
      if (!terminal || signal === 'SIGTERM' || signal === 'SIGHUP') child.kill(signal)
    })
  })
  child.on('error', explain)
  child.on('exit', function (code, signal) {
    if (!signal) return process.exit(code)
    if (signal === 'SIGKILL' || signal === 'SIGSEGV' || signal === 'SIGABRT') mendTerminal()
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** A process that could not give its terminal back leaves it raw, with pastes and focus reported and no cursor. */
function mendTerminal() {
  var tty = require('tty')
  if (!tty.isatty(0)) return
  require('child_process').spawnSync('stty', ['sane'], { stdio: ['inherit', 'ignore', 'ignore'] })
  if (tty.isatty(1)) require('fs').writeSync(1, '\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\r\n')
}

function explain() {
  var wanted = oldest.join('.')
  var here = process.versions.node
  var source = require('fs').existsSync(path.join(root, 'src'))
  giveUp(
    'Node.js ' +
      wanted +
      ' 이상이 필요해요 (지금은 ' +
      here +
      '). ' +
      (source ? root + '에서 `npm ci`를 하면 함께 설치돼요. 아니면 ' : '') +
      'https://nodejs.org 에서 새 버전을 설치한 뒤 다시 실행해 주세요.',
    'Node.js ' +
      wanted +
      ' or newer is needed (this is ' +
      here +
      '). ' +
      (source ? '`npm ci` in ' + root + ' brings one along. Or install' : 'Please install') +
      ' a newer one from https://nodejs.org and try again.'
  )
}

function main() {
  if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
    return process.stdout.write(require('../package.json').version + '\n')
  }
  if (newEnough(process.versions.node)) return start()
  var bundled = path.join(root, 'node_modules', '.node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (require('fs').existsSync(bundled)) startOn(bundled)
  else explain()
}

main()
