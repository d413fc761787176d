import { createServer, type IncomingMessage } from 'node:http'
import { listening } from './listen.ts'

/**
 * A small WebDAV server (RFC 4918, class 1) in memory: PROPFIND of one level, GET, PUT, DELETE, MKCOL, MOVE, and a
 * password, unless the login is empty.
 */
export async function webdavServer(login = 'u:p') {
  const files = new Map<string, Buffer>()
  const folders = new Set([''])
  const state = { files, /** What every request is answered with instead, where it is set. */ refuse: 0 }
  const pathOf = (url: string) => decodeURIComponent(new URL(url, 'http://x').pathname).replace(/^\/|\/$/g, '')
  const above = (path: string) => path.split('/').slice(0, -1).join('/')

  const entry = (path: string) => {
    const body = files.get(path)
    const kind = body ? '' : '<D:collection/>'
    const href = `/${path.split('/').map(encodeURIComponent).join('/')}${body || path === '' ? '' : '/'}`
    return `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype>${kind}</D:resourcetype><D:getcontentlength>${body?.length ?? 0}</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
  }
  function propfind(path: string): [number, string] {
    if (!files.has(path) && !folders.has(path)) return [404, '']
    const below = [...files.keys(), ...folders].filter((one) => one !== '' && above(one) === path && one !== path)
    const body = [path, ...below].map(entry).join('')
    return [207, `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${body}</D:multistatus>`]
  }
  function move(path: string, destination: string): number {
    const body = files.get(path)
    if (!body) return 404
    files.delete(path)
    files.set(pathOf(destination), body)
    return 201
  }
  async function answer(request: IncomingMessage): Promise<[number, (string | Buffer | undefined)?]> {
    const path = pathOf(request.url ?? '')
    const body = Buffer.concat(await Array.fromAsync(request))
    if (login !== '' && request.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`) return [401]
    if (state.refuse > 0) return [state.refuse]
    switch (request.method) {
      case 'PROPFIND':
        return propfind(path)
      case 'GET':
        return files.has(path) ? [200, files.get(path)] : [404]
      case 'PUT':
        if (!folders.has(above(path))) return [409]
        files.set(path, body)
        return [201]
      case 'DELETE':
        return [files.delete(path) ? 204 : 404]
      case 'MKCOL':
        if (folders.has(path)) return [405]
        if (!folders.has(above(path))) return [409]
        folders.add(path)
        return [201]
      case 'MOVE':
        return [move(path, String(request.headers.destination))]
      default:
        return [405]
    }
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
  const { port, ...closing } = await listening(server)
  return { ...state, state, url: `http://${login}@127.0.0.1:${port}/`, ...closing }
}
