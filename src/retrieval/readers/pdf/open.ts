import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { PDFDocumentProxy } from 'pdfjs-dist'

type Parser = typeof import('pdfjs-dist/legacy/build/pdf.mjs')

/** A document that is open, and what the parser calls the operators of its pages. */
export interface OpenPdf extends Pick<Parser, 'OPS'> {
  pdf: PDFDocumentProxy
  close(): Promise<void>
}

/** Opens a document. Throws the parser's own errors. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  parser ??= loadParser()
  const { getDocument, OPS } = await parser
  const task = getDocument({
    // A copy: the parser takes its buffer away, and refuses Node's.
    data: new Uint8Array(bytes),
    verbosity: 0,
    useSystemFonts: true,
    BinaryDataFactory: OwnFiles,
  })
  const close = () => task.destroy()
  try {
    return { pdf: await task.promise, OPS, close }
  } catch (error) {
    await close()
    throw error
  }
}

let parser: Promise<Parser> | undefined

async function loadParser(): Promise<Parser> {
  // Its drawing code makes these when it is loaded. Nothing is drawn here.
  Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? Matrix, Path2D: globalThis.Path2D ?? class {} })
  // The parser takes what this leaves behind before it starts a process of its own.
  // @ts-expect-error: it has no types.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/** As much of a browser's matrix as the parser itself uses: it scales and moves. */
class Matrix {
  a = 1
  b = 0
  c = 0
  d = 1
  e = 0
  f = 0
  scaleSelf(x: number, y: number) {
    Object.assign(this, { a: this.a * x, b: this.b * x, c: this.c * y, d: this.d * y })
    return this
  }
  translateSelf(x: number, y: number) {
    Object.assign(this, { e: this.a * x + this.c * y + this.e, f: this.b * x + this.d * y + this.f })
    return this
  }
}

/**
 * Folders of the parser's files by their kind: decoders of pictures, and the letters that codes of Korean, Japanese and
 * Chinese fonts are.
 */
const folders: Readonly<Record<string, string>> = { wasmUrl: 'wasm', cMapUrl: 'cmaps' }

/** Reads the parser's files. It asks for none but by a name that it has itself. */
class OwnFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = folders[kind]
    if (!folder) throw new Error(`${kind} is not there`)
    return new Uint8Array(await readFile(new URL(`${folder}/${filename}`, parserFolder())))
  }
}

/** In the bundle scripts/build.js has put them beside the chunks. */
function parserFolder(): URL {
  if (import.meta.url.includes('/chunks/')) return new URL('../pdf/', import.meta.url)
  return pathToFileURL(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
}
