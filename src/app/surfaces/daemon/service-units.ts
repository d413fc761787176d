import { join } from 'node:path'

/** The start of the daemon: a Node, the program, and the variables that lead to its home. */
export interface DaemonCommand {
  node: string
  script: string
  env: Record<string, string>
}

/** The file of a user's service, and the commands that make the system heed it. */
export interface ServiceUnit {
  path: string
  text: string
  install: string[][]
  uninstall: string[][]
  start: string[]
  stop: string[]
}

const label = 'assistant'

/**
 * The service of this user for a platform: a systemd user unit, a launchd agent, or undefined where there is neither.
 */
export function unitFor(
  platform: string,
  userHome: string,
  configHome: string | undefined,
  start: DaemonCommand,
): ServiceUnit | undefined {
  if (platform === 'linux') {
    const systemctl = (...args: string[]) => ['systemctl', '--user', ...args]
    return {
      path: join(configHome ?? join(userHome, '.config'), 'systemd', 'user', `${label}.service`),
      text: systemdUnit(start),
      install: [systemctl('daemon-reload'), systemctl('enable', '--now', label)],
      uninstall: [systemctl('disable', '--now', label), systemctl('daemon-reload')],
      start: systemctl('start', label),
      stop: systemctl('stop', label),
    }
  }
  if (platform !== 'darwin') return undefined
  const path = join(userHome, 'Library', 'LaunchAgents', `${label}.plist`)
  const load = ['launchctl', 'load', '-w', path]
  const unload = ['launchctl', 'unload', path]
  return { path, text: launchdPlist(start), install: [load], uninstall: [unload], start: load, stop: unload }
}

/**
 * systemd.service(5), systemd.exec(5): restarts after a crash, not after a stop; TimeoutStopSec leaves room for turns
 * to end.
 */
export function systemdUnit({ node, script, env }: DaemonCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
  return `[Unit]
Description=assistant: Telegram and reminders

[Service]
Type=exec
ExecStart=${[node, script].map(quoted).join(' ')} daemon
${variables.join('')}Restart=on-failure
RestartSec=5
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`
}

/** systemd.syntax(7): C-style quotes; a percent sign and a dollar sign stand for themselves when doubled. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

/** launchd.plist(5). */
export function launchdPlist({ node, script, env }: DaemonCommand): string {
  const strings = [node, script, 'daemon'].map((text) => `    <string>${xml(text)}</string>\n`).join('')
  const variables = Object.entries(env)
    .map(([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>\n`)
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${strings}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
`
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
