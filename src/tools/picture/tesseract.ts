import { runFirst } from '../desktop/programs.ts'

/** Reads the letters of a picture (PNG, JPEG, TIFF, WebP, BMP, PNM); undefined where that fails or takes too long. */
type Recognise = (picture: Uint8Array, signal: AbortSignal) => Promise<string | undefined>

/** Milliseconds that one page may take. */
const pageMs = 20_000
/** Bytes of text of one page. */
const room = 1 << 20

/** Properties of the machine that decide the programs. */
export interface Machine {
  platform: string
  env: Readonly<Record<string, string | undefined>>
}

/** Tesseract with Korean and English as far as it has them; undefined where it is not installed or knows neither. */
export async function openTesseract({ platform, env }: Machine, signal: AbortSignal): Promise<Recognise | undefined> {
  const { PATH = '', TESSDATA_PREFIX } = env
  // No key of ours is its business; pages are read one after the other, each by one processor.
  const desktop = { platform, env: { PATH, OMP_THREAD_LIMIT: '1', ...(TESSDATA_PREFIX && { TESSDATA_PREFIX }) } }
  const listed = await runFirst([['tesseract', '--list-langs']], desktop, { signal })
  const there = listed?.code === 0 ? `${listed.out.whole()}`.split(/\s+/) : []
  const languages = ['kor', 'eng'].filter((language) => there.includes(language))
  if (languages.length === 0) return undefined
  return async (picture, stop) => {
    // One column with text of any size: as most pages are, tables included.
    const command = ['tesseract', 'stdin', 'stdout', '-l', languages.join('+'), '--psm', '4'] as const
    const read = await runFirst([command], desktop, { signal: stop, input: picture, room, timeoutMs: pageMs })
    stop.throwIfAborted()
    return read?.code === 0 ? `${read.out.whole() ?? ''}` : undefined
  }
}
