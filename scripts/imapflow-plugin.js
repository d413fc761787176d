// Leaves out of imapflow and nodemailer what `src/tools/mail/mailbox.ts` never uses, and lets Node decode letters
// (esbuild plugin, used by scripts/build.js and the bench). As it comes it is 1,280 kB of the bundle, half of that
// tables of letters that Node has, too; 430 kB with what is done here.

/** Node's own decoders behind the calls that imapflow and libmime make of iconv-lite. */
const letters = `
import { Transform } from 'node:stream'
const names = { cp949: 'euc-kr', uhc: 'euc-kr', cp932: 'shift_jis', cp936: 'gbk', cp950: 'big5', ascii: 'utf-8', binary: 'latin1' }
const labelOf = (name) => {
  const low = String(name).toLowerCase().trim()
  return names[low] ?? low.replace(/^(?:cp|win-?)(\\d{3,4})$/, 'windows-$1').replace(/^ks_c_5601.*/, 'euc-kr')
}
const own = new Map(['utf7', 'utf-7-imap', 'base64', 'hex'].map((name) => [name, {}]))
own.set('utf7imap', own.get('utf-7-imap'))
const codecs = new Map()
const getCodec = (name) => {
  const low = String(name).toLowerCase()
  if (own.has(low)) return own.get(low)
  const { encoding } = new TextDecoder(labelOf(name === 'utf-16' || name === 'utf-32' ? 'utf-16le' : name))
  if (!codecs.has(encoding)) codecs.set(encoding, {})
  return codecs.get(encoding)
}
const getDecoder = (name) => {
  const decoder = new TextDecoder(labelOf(name))
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}
const encodingExists = (name) => {
  try {
    return Boolean(getDecoder(name))
  } catch {
    return false
  }
}
// Names of folders in RFC 3501 §5.1.3.
const toModified = (text) =>
  text.replace(/&|[^\\x20-\\x7e]+/g, (part) =>
    part === '&' ? '&-' : '&' + Buffer.from(part, 'utf16le').swap16().toString('base64').replace(/=+$/, '').replaceAll('/', ',') + '-')
const fromModified = (text) =>
  text.replace(/&([^-]*)-/g, (_, part) => {
    const bytes = Buffer.from(part.replaceAll(',', '/'), 'base64')
    return part === '' ? '&' : bytes.subarray(0, bytes.length & ~1).swap16().toString('utf16le')
  })
const decode = (bytes, name) => {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  return String(name).toLowerCase() === 'utf-7-imap' ? fromModified(buffer.toString('latin1')) : new TextDecoder(labelOf(name)).decode(buffer)
}
const encode = (text, name) => Buffer.from(String(name).toLowerCase() === 'utf-7-imap' ? toModified(text) : text)
const decodeStream = (name) => {
  const decoder = getDecoder(encodingExists(name) ? name : 'utf-8')
  return new Transform({
    transform: (chunk, _, done) => done(null, Buffer.from(decoder.write(chunk))),
    flush: (done) => done(null, Buffer.from(decoder.end())),
  })
}
export default { getCodec, getDecoder, encodingExists, decode, encode, decodeStream }
`

const japanese = `
const labels = { JIS: 'iso-2022-jp', EUCJP: 'euc-jp', SJIS: 'shift_jis' }
export default { convert: (bytes, { from }) => new TextDecoder(labels[String(from).toUpperCase()] ?? from).decode(bytes) }
`

/** No logger, no proxy by SOCKS; types of files by their endings are never asked for. */
const instead = {
  'iconv-lite': letters,
  'encoding-japanese': japanese,
  pino: 'export default () => { throw new Error("no log is kept") }',
  socks: 'export const SocksClient = { createConnection: () => Promise.reject(new Error("SOCKS is not supported")) }',
  './mime-types.js':
    'export const detectMimeType = () => "application/octet-stream"; export const detectExtension = () => "bin"',
  './mimetypes.js':
    'export const types = {}; export const list = {}; export const extensions = {}; export default { list, extensions }',
}

export default {
  name: 'imapflow',
  setup(build) {
    build.onResolve(
      { filter: /^(?:iconv-lite|encoding-japanese|pino|socks|\.\/mimetypes\.js|\.\/mime-types\.js)$/ },
      ({ path, importer }) =>
        /[/\\](?:imapflow|libmime|mailsplit|nodemailer)[/\\]/.test(importer)
          ? { path, namespace: 'imapflow' }
          : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'imapflow' }, ({ path }) => ({ contents: instead[path], loader: 'js' }))
  },
}
