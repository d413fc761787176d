import { desktopMessages } from '../../messages/tools/desktop.ts'
import { finalDeed, isRemote, type Tool } from '../../protocol/index.ts'
import { refuses, textResult, tool } from '../tool.ts'
import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

/** Opens an address in the person's browser or mail program. */
export function openUrl(desktop: Desktop): Tool {
  return tool({
    name: 'open_url',
    facts: { group: 'computer', kind: 'other', subject: 'url', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('url'),
    category: 'sensitive',
    effect: () => 'sends',
    description: "Open a web page in the user's browser.",
    schema: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    explain: async ({ url }, { language }) => {
      const say = desktopMessages[language]
      const wanted = readAddress(url)
      return wanted ? { effect: say.open(wanted), risk: 'medium' } : { refused: say.badUrl }
    },
    run: async ({ url }, { language, origin, signal }) => {
      const say = desktopMessages[language]
      const wanted = readAddress(url)
      if (!wanted) return refuses(say.badUrl)
      if (isRemote(origin)) return refuses(say.noScreen)
      const finished = await runFirst(openerPrograms(desktop.platform, wanted), desktop, { signal, leaves: true })
      if (!finished) return refuses(say.noOpener)
      return finished.code === 0 || finished.stopped === 'timeout'
        ? textResult(say.opened(wanted), { url: wanted })
        : refuses(say.openFailed)
    },
  })
}

/** http, https and mailto only: other schemes start programs. */
function readAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined
}

/** Programs that open an address or a file as the desktop does, the first that exists is meant. */
export function openerPrograms(platform: string, url: string): DesktopProgram[] {
  if (platform === 'darwin') return [['open', url]]
  // Through rundll32 no shell reads the address.
  if (platform === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler', url]]
  return [
    ['xdg-open', url],
    ['wslview', url],
    ['gio', 'open', url],
  ]
}
