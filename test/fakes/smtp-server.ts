import { createServer, type Server } from 'node:net'

/** A server that takes whatever mail is sent to it, line by line. */
export function smtpServer(got: string[]): Server {
  const server = createServer((socket) => {
    let inText = false
    let rest = ''
    socket.write('220 test ESMTP\r\n')
    socket.on('error', () => {})
    const answerTo = (line: string) => {
      if (line.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN'
      if (line.startsWith('AUTH')) return '235 ok'
      return line === 'DATA' ? '354 go' : line === 'QUIT' ? '221 bye' : '250 ok'
    }
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        got.push(line)
        if (inText && line !== '.') continue
        inText = line === 'DATA'
        socket.write(`${answerTo(line)}\r\n`)
      }
    })
  })
  return server.listen(0, '127.0.0.1')
}
