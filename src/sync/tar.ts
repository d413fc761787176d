import { ReadableStream } from 'node:stream/web'
import { createTarDecoder, createTarPacker } from 'modern-tar'

/** A file in an archive. */
export interface TarFile {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/** A file to be put into one: its size is promised before its bytes come. */
export interface SizedFile extends TarFile {
  size: number
  mode: number
  changedAt: Date
}

/**
 * The bytes of a tar archive (POSIX pax, https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html) of
 * these files, one after the other.
 */
export async function* packFiles(files: AsyncIterable<SizedFile>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const filling = (async () => {
    for await (const { name, size, mode, changedAt, bytes } of files) {
      const body = controller.add({ name, size, mode, mtime: changedAt, type: 'file' }).getWriter()
      for await (const chunk of bytes) await body.write(chunk)
      await body.close()
    }
    controller.finalize()
  })().catch((error: unknown) => controller.error(error))
  for await (const chunk of readable) yield chunk
  await filling
}

/**
 * Read a tar archive: files alone, nothing that leads anywhere else. Each must be read, or left, before the next.
 * Throws for what is none.
 */
export async function* unpackFiles(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  // Node's streams of the web are those of the web, whatever their types say.
  const stream = ReadableStream.from<Uint8Array>(bytes) as unknown as globalThis.ReadableStream<Uint8Array>
  const entries = stream.pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    if (header.type === 'file') yield { name: header.name, bytes: body }
    else await body.cancel()
  }
}
