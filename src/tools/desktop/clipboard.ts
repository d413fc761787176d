import { desktopMessages } from '../../messages/tools/desktop.ts'
import { isRemote, type Tool } from '../../protocol/index.ts'
import { refuses, textResult, tool } from '../tool.ts'
import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

const mostShown = 2_000

/** Reads or replaces the clipboard, by the programs that the platform or its desktops bring. */
export function clipboardTool(desktop: Desktop): Tool {
  return tool({
    name: 'clipboard',
    facts: { group: 'computer', kind: 'other', subject: 'arguments', reads: 'programs', leavesNothing: false },
    deeds: { object: ({ action }) => (action === 'write' ? '' : undefined), undo: 'final' },
    category: 'sensitive',
    description: 'Read or write the clipboard.',
    schema: {
      type: 'object',
      properties: { action: { type: 'string', enum: ['read', 'write'] }, text: { type: 'string' } },
      required: ['action'],
    },
    explain: async ({ action, text }, { language }) => {
      const say = desktopMessages[language]
      if (action === 'read') return { effect: say.readClipboard, risk: 'medium' }
      if (text === undefined) return { refused: say.needText }
      const more = text.length > mostShown ? `\n${say.moreText(text.length - mostShown)}` : ''
      return { effect: `${say.writeClipboard}\n${text.slice(0, mostShown)}${more}`, risk: 'low' }
    },
    run: async ({ action, text }, { language, origin, signal }) => {
      const say = desktopMessages[language]
      if (isRemote(origin)) return refuses(say.noScreen)
      if (action === 'write' && text === undefined) return refuses(say.needText)
      const programs = clipboardPrograms(desktop)[action]
      const writing = action === 'write' ? { input: text ?? '', leaves: true } : {}
      const finished = await runFirst(programs, desktop, { signal, ...writing })
      if (!finished) return refuses(say.noClipboard(programs.map(([name]) => name).join(', ')))
      if (finished.code !== 0)
        return refuses(
          say.clipboardFailed(
            finished.err
              .text(() => '…')
              .trim()
              .slice(0, 200),
          ),
        )
      if (action === 'write') return textResult(say.wroteClipboard((text ?? '').length))
      const content = finished.out.text((bytes) => say.moreText(bytes))
      return { text: content || say.emptyClipboard, untrusted: true, source: 'clipboard' }
    },
  })
}

function clipboardPrograms({ platform, env }: Desktop): Record<'read' | 'write', DesktopProgram[]> {
  if (platform === 'darwin') return { read: [['pbpaste']], write: [['pbcopy']] }
  if (platform === 'win32')
    return {
      read: [
        ['powershell', '-NoProfile', '-Command', '[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Clipboard -Raw'],
      ],
      write: [
        [
          'powershell',
          '-NoProfile',
          '-Command',
          '[Console]::InputEncoding=[Text.Encoding]::UTF8; Set-Clipboard ([Console]::In.ReadToEnd())',
        ],
      ],
    }
  const x11 = {
    read: ['xclip', '-selection', 'clipboard', '-out'],
    write: ['xclip', '-selection', 'clipboard', '-in'],
  } as const
  const wayland = { read: ['wl-paste', '--no-newline'], write: ['wl-copy'] } as const
  const [first, second] = env.WAYLAND_DISPLAY ? [wayland, x11] : [x11, wayland]
  return {
    read: [first.read, ['xsel', '--clipboard', '--output'], second.read],
    write: [first.write, ['xsel', '--clipboard', '--input'], second.write],
  }
}
