// A model of your own: a function from a request to a stream of parts. This one answers by rules; yours may call anything. The engine
// keeps the conversation, offers tools, asks for approval and writes the journal around it.
import { createAssistant, type Provider } from 'assistant-terminal'

const provider: Provider = async function* ({ messages, tools }, signal) {
  yield { type: 'opened' }
  const last = messages.at(-1)
  if (last?.role === 'tool') {
    for (const word of `It is ${last.text}`.split(/(?= )/)) {
      signal.throwIfAborted()
      yield { type: 'text', text: word }
    }
    yield { type: 'end', stop: 'end', usage: { input: 20, output: 5, cached: 0 } }
    return
  }
  const calculator = tools.find(({ name }) => name === 'calculator')
  if (calculator) yield { type: 'call', call: { id: 'call-1', name: calculator.name, args: { expression: '6*7' } } }
  yield { type: 'end', stop: 'tools', usage: { input: 10, output: 5, cached: 0 } }
}

const assistant = await createAssistant({ provider })

for await (const event of assistant.ask('What is six times seven?')) {
  switch (event.type) {
    case 'tool.called':
      console.log(`· ${event.name} ${JSON.stringify(event.args)}`)
      break
    case 'turn.done':
      console.log(event.text)
      break
    case 'turn.failed':
      console.error(event.failure)
      process.exitCode = 1
  }
}

await assistant.close()
