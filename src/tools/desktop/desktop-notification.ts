import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

/** The content of a notification of the desktop. */
export interface DesktopNotification {
  title: string
  text: string
}

/** Longest body in characters; the full text is in the chat. */
const mostChars = 500

/**
 * Shows a notification with a sound by a program of the platform: notify-send, osascript, PowerShell. False where
 * there is none, or where it did not take it: nobody was told then.
 */
export async function notifyDesktop(
  shown: DesktopNotification,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  const { title, text } = { title: oneLine(shown.title), text: oneLine(shown.text) }
  const env = { ...desktop.env, ASSISTANT_TITLE: title, ASSISTANT_TEXT: text }
  const finished = await runFirst(
    notifierPrograms(desktop.platform, title, text),
    { ...desktop, env },
    { signal, leaves: true },
  )
  if (finished?.code !== 0) return false
  // notify-send knows sounds only where the desktop plays them; what is missing or mute stays silent.
  if (desktop.platform === 'linux') await runFirst(players, desktop, { signal, leaves: true }).catch(() => {})
  return true
}

/** Return true if this process stands on a desktop that can show one. */
export function hasDesktop({ platform, env }: Desktop): boolean {
  if (platform === 'darwin' || platform === 'win32') return true
  const bus = env.DBUS_SESSION_BUS_ADDRESS ?? (env.XDG_RUNTIME_DIR && existsSync(join(env.XDG_RUNTIME_DIR, 'bus')))
  const isThere = (env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, 'notify-send')))
  return Boolean(bus) && isThere
}

/** One paragraph without signs that a desktop would read as its own. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, mostChars)

/** Programs that show it. No shell reads the words: they are arguments, or variables of the script's environment. */
function notifierPrograms(platform: string, title: string, text: string): DesktopProgram[] {
  if (platform === 'darwin') return [['osascript', '-e', appleScript, title, text]]
  if (platform === 'win32') return [['powershell', '-NoProfile', '-NonInteractive', '-Command', toast]]
  const hints = ['--urgency=critical', '--category=im.received', '--hint=string:sound-name:alarm-clock-elapsed']
  return [['notify-send', '--app-name=assistant', ...hints, '--', title, escapeMarkup(text)]]
}

/** The body of a freedesktop notification is markup (https://specifications.freedesktop.org/notification-spec). */
const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const appleScript = `on run argv
display notification (item 2 of argv) with title (item 1 of argv) sound name "Glass"
end run`

const toast = `$ErrorActionPreference = 'Stop'
[Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime] | Out-Null
$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$lines = $xml.GetElementsByTagName('text')
$lines.Item(0).AppendChild($xml.CreateTextNode($env:ASSISTANT_TITLE)) | Out-Null
$lines.Item(1).AppendChild($xml.CreateTextNode($env:ASSISTANT_TEXT)) | Out-Null
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))`

const players: DesktopProgram[] = [
  ['canberra-gtk-play', '--id=alarm-clock-elapsed'],
  ['pw-play', '/usr/share/sounds/freedesktop/stereo/alarm-clock-elapsed.oga'],
  ['paplay', '/usr/share/sounds/freedesktop/stereo/alarm-clock-elapsed.oga'],
]
