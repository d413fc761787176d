import type { Image } from '../../protocol/index.ts'
import { pictureType } from '../picture/picture-type.ts'
import { type Desktop, type DesktopProgram, runFirst } from './programs.ts'

/** Bytes of a picture that goes along with an input: what the strictest provider takes. */
export const pictureBytes = 5 << 20

/** A picture as it goes to a model, byte for byte; undefined where the bytes are none that models take. */
export function pictureOf(bytes: Uint8Array): Image | undefined {
  const mediaType = pictureType(bytes)
  return mediaType && { mediaType, data: Buffer.from(bytes).toString('base64') }
}

/** Bytes of a PDF whose pages go along beside its text: in base64 they fit into a request of every service. */
const pdfBytes = 10 << 20

/** A PDF as it goes to a model that reads its pages; undefined where the bytes are none, or too many. */
export function pdfOf(bytes: Uint8Array, name: string): Image | undefined {
  const isOne = bytes.length <= pdfBytes && Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  return isOne ? { mediaType: 'application/pdf', data: Buffer.from(bytes).toString('base64'), name } : undefined
}

/** The reason that there is no picture: no program can read one, the clipboard holds none, or one that is too large. */
export type NoPicture = { none: 'program'; programs: string } | { none: 'picture' | 'size' }

/** The picture in the clipboard, by the first program of the platform that is there. */
export async function clipboardPicture(desktop: Desktop, signal: AbortSignal): Promise<Image | NoPicture> {
  const ways = pictureReaders(desktop)
  let isThere = false
  for (const { program, decode } of ways) {
    // Twice the limit: some programs print hexadecimal digits.
    const finished = await runFirst([program], desktop, { signal, room: 2 * pictureBytes + 1024 })
    if (!finished) continue
    isThere = true
    const printed = finished.out.whole()
    if (!printed) return { none: 'size' }
    const bytes = decode?.(printed) ?? printed
    const image = pictureOf(bytes)
    if (image) return bytes.length > pictureBytes ? { none: 'size' } : image
  }
  const names = [...new Set(ways.map(({ program: [name] }) => name))].join(', ')
  return isThere ? { none: 'picture' } : { none: 'program', programs: names }
}

interface Reader {
  program: DesktopProgram
  decode?: (printed: Buffer) => Buffer
}

/** `«data PNGf89504E…»` of AppleScript. */
const fromAppleScript = (printed: Buffer): Buffer =>
  Buffer.from(/[0-9A-F]{16,}/.exec(printed.toString('latin1'))?.[0] ?? '', 'hex')
const fromBase64 = (printed: Buffer): Buffer => Buffer.from(printed.toString('latin1'), 'base64')

const inPowerShell = [
  'Add-Type -AssemblyName System.Windows.Forms,System.Drawing',
  '$picture = [Windows.Forms.Clipboard]::GetImage()',
  'if ($picture) { $bytes = New-Object IO.MemoryStream; $picture.Save($bytes, [Drawing.Imaging.ImageFormat]::Png)',
  '[Convert]::ToBase64String($bytes.ToArray()) }',
].join('; ')

function pictureReaders({ platform, env }: Desktop): Reader[] {
  const powershell = (name: string): Reader => ({
    program: [name, '-NoProfile', '-STA', '-Command', inPowerShell],
    decode: fromBase64,
  })
  if (platform === 'win32') return [powershell('powershell')]
  if (platform === 'darwin')
    return [
      { program: ['pngpaste', '-'] },
      { program: ['osascript', '-e', 'get the clipboard as «class PNGf»'], decode: fromAppleScript },
    ]
  const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
  const wayland = types.map((type): Reader => ({ program: ['wl-paste', '--no-newline', '--type', type] }))
  const x11 = types.map((type): Reader => ({ program: ['xclip', '-selection', 'clipboard', '-target', type, '-out'] }))
  const here = env.WAYLAND_DISPLAY ? [...wayland, ...x11] : [...x11, ...wayland]
  return env.WSL_DISTRO_NAME ? [powershell('powershell.exe'), ...here] : here
}
