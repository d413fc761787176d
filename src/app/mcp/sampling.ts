import type { RequestMessage } from '../../protocol/index.ts'
import type { Models } from '../models/model-registry.ts'
import type { SampleRequest } from './mcp-servers.ts'

/** Tokens that a server may have of us in one answer, whatever it asks for. */
const mostTokens = 4_096

/**
 * Our model's answer to an MCP server that the person allowed to ask it: the light one's where there is one. What the
 * server wrote is all that the model sees: nothing of ours, and no tools.
 */
export async function sampleModel(models: Models, now: () => Date, ...[asked, signal]: SampleRequest) {
  const { model, provider } = (await models.light()) ?? (await models.choose({ text: '' }, {}))
  const request = {
    model,
    purpose: 'reply' as const,
    system: asked.system === undefined ? [] : [{ name: 'server', text: asked.system }],
    messages: asked.messages.map(
      ({ role, text }, index): RequestMessage => ({ role, id: `sampling-${index}`, at: +now(), text }),
    ),
    tools: [],
    maxTokens: Math.min(asked.maxTokens, mostTokens),
  }
  let text = ''
  for await (const part of provider(request, signal)) if (part.type === 'text') text += part.text
  return { text, model }
}
