// The least that a Node program can do to answer the same: a bare node:http server that reads the question and sends
// recorded frames. With BENCH_LOG question and answer are on the disk, and with REDIS_URL in Redis, before the answer
// ends.
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Redis } from 'ioredis'

const { BENCH_ANSWERS, BENCH_LOG, REDIS_URL } = process.env
const answers = new Map(JSON.parse(readFileSync(BENCH_ANSWERS, 'utf8')))
const log = BENCH_LOG ? await open(BENCH_LOG, 'a') : undefined
const redis = REDIS_URL ? new Redis(REDIS_URL) : undefined

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { session_id, message } = JSON.parse(Buffer.concat(chunks).toString())
  const frames = answers.get(message)
  const line = `${JSON.stringify({ session_id, message, frames })}\n`
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  if (log) {
    await log.write(line)
    await log.datasync()
  }
  await redis?.rpush(`floor:${session_id}`, line)
  response.end(frames)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
process.once('SIGTERM', () => process.exit())
