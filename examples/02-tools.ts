// A tool of your own, and the decision on calls that change something. Here `callTool` runs it without a model; a model that is asked
// with `assistant.ask` sees it beside the built-in ones, and `approve` is then asked before it runs.
import { createAssistant, type Tool } from 'assistant-terminal'

const lights: Record<string, boolean> = { kitchen: false, hall: true }

const light: Tool<{ room: string; on: boolean }> = {
  name: 'light',
  category: 'sensitive', // 'safe' runs unasked, 'sensitive' asks, 'restricted' asks every time
  idempotent: true,
  timeoutMs: 1_000,
  description: 'Turns the light of a room on or off. Rooms: kitchen, hall.',
  schema: {
    type: 'object',
    properties: { room: { type: 'string' }, on: { type: 'boolean' } },
    required: ['room', 'on'],
    additionalProperties: false,
  },
  async explain({ room, on }) {
    if (!(room in lights)) return { refused: `There is no room ${room}.` }
    return { effect: `${room}: ${on ? 'on' : 'off'}`, risk: 'low' }
  },
  async *run({ room, on }) {
    yield `switching ${room}`
    lights[room] = on
    return { text: `The light in the ${room} is ${on ? 'on' : 'off'}.`, data: { ...lights } }
  },
}

const assistant = await createAssistant({
  tools: [light],
  approve: async ({ tool, effect }) => ({ choice: tool === 'light' && effect === 'kitchen: on' ? 'once' : 'deny' }),
})

const { text, data } = await assistant.callTool(
  'light',
  { room: 'kitchen', on: true },
  { confirm: async (effect) => effect === 'kitchen: on' },
)
console.log(text, JSON.stringify(data))

const refused = await assistant.callTool('light', { room: 'cellar', on: true }, { confirm: async () => true })
console.log(refused.text)

await assistant.close()
