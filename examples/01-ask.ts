// The least there is: the assistant that you have in the terminal, with its settings, keys, memory and tools, asked from a program.
import { createAssistant } from 'assistant-terminal'

const assistant = await createAssistant()

for await (const event of assistant.ask(process.argv[2] ?? '12만 5천원의 17%는 얼마야?')) {
  if (event.type === 'text.added') process.stdout.write(event.text)
  if (event.type === 'turn.failed') process.exitCode = 1
}
process.stdout.write('\n')

await assistant.close()
