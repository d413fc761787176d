// The least that a Node program can do to ask a model: one request over node:http, text deltas to stdout as they come.
import { request } from 'node:http'

const url = new URL(`${process.env.OPENAI_BASE_URL}/chat/completions`)
const body = JSON.stringify({ model: 'model-1', stream: true, messages: [{ role: 'user', content: 'hi' }] })

request(
  url,
  { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer key' } },
  (response) => {
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue
        const text = JSON.parse(line.slice(6)).choices[0]?.delta?.content
        if (text) process.stdout.write(text)
      }
    })
  },
).end(body)
