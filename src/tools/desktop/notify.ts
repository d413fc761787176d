import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

/**
 * Shows a notification of the desktop; does nothing where there is none: at the other end of ssh, without a display,
 * without a program.
 */
export async function notifyDesktop(desktop: Desktop, text: string, signal: AbortSignal): Promise<void> {
  const { env } = desktop
  if (env.SSH_CONNECTION || env.SSH_TTY) return
  // Windows is told through a variable: its shell would read the words.
  const passed = { ...env, ASSISTANT_NOTICE: text, WSLENV: `${env.WSLENV ? `${env.WSLENV}:` : ''}ASSISTANT_NOTICE` }
  await runFirst(notifierPrograms(desktop, text), { ...desktop, env: passed }, { signal, leaves: true })
}

const inPowerShell = [
  '[Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime] > $null',
  '$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(0)',
  '$toast.GetElementsByTagName("text")[0].AppendChild($toast.CreateTextNode($env:ASSISTANT_NOTICE)) > $null',
  '$app = "{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe"',
  '[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($toast))',
].join('; ')

/** Programs that show it, the first that exists is meant. */
function notifierPrograms({ platform, env }: Desktop, text: string): DesktopProgram[] {
  const powershell = (name: string): DesktopProgram => [name, '-NoProfile', '-Command', inPowerShell]
  if (platform === 'win32') return [powershell('powershell')]
  const script = ['on run argv', 'display notification (item 1 of argv) with title "assistant"', 'end run']
  if (platform === 'darwin') return [['osascript', ...script.flatMap((line) => ['-e', line]), text]]
  if (env.WSL_DISTRO_NAME) return [powershell('powershell.exe')]
  return env.DISPLAY || env.WAYLAND_DISPLAY ? [['notify-send', '--app-name=assistant', '--', 'assistant', text]] : []
}
