import { Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { NetworkError } from './network-error.ts'

/** Tell whether a body with this `content-encoding` can be read. */
export function isCompressed(encoding: string | undefined): boolean {
  return encoding !== undefined && /^(x-)?gzip$|^deflate$|^br$|^zstd$/i.test(encoding.trim())
}

/**
 * A body as it was before it was compressed (RFC 9110 §8.4.1); what has come is given out at once, so that a stream
 * stays one.
 */
export function decompressBody(
  body: AsyncIterableIterator<Uint8Array>,
  encoding: string,
): AsyncIterableIterator<Uint8Array> {
  const source = Readable.from(body)
  const decoder = decoderOf(encoding.trim().toLowerCase())
  source.on('error', (error) => decoder.destroy(error))
  const plain = source.pipe(decoder)[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => plain.next().catch(failUnreadable),
    async return() {
      decoder.destroy()
      await body.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Fail as a broken connection for bytes that zlib cannot read; every other error is thrown as it is. */
function failUnreadable(error: Error & { code?: string }): never {
  throw error.code?.startsWith('Z_') || error.code?.startsWith('ERR_')
    ? new NetworkError('the body cannot be decompressed', { cause: error })
    : error
}

function decoderOf(encoding: string) {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
  if (encoding === 'br') return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH })
  if (encoding === 'zstd') return zlib.createZstdDecompress({ flush: ZSTD_e_flush })
  // createUnzip tells gzip from deflate by itself.
  return zlib.createUnzip({ flush: Z_SYNC_FLUSH })
}
