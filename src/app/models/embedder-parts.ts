import { type BroughtTool, deedsOf, fail, type Provider, type Tool, unknownFacts } from '../../protocol/index.ts'
import type { EditorFiles } from '../../tools/files/path-policy.ts'
import type { ServerSpec } from '../../tools/mcp/config/spec.ts'
import type { Models } from './model-registry.ts'

/** Parts that a program which embeds the assistant brings along. */
export interface HostExtensions {
  /** Besides the built-in tools; one with the name of a built-in tool takes its place. */
  tools?: readonly BroughtTool[]
  /** In place of the provider that the settings name. */
  provider?: Provider
  /** MCP servers besides those that the files name; of two with one name that of the files counts. */
  servers?: readonly ServerSpec[]
  /** The editor that is open over the working folder. */
  editor?: EditorFiles
}

/** The name of the model where nobody asks for another one. */
const usual = 'default'

/** The models of a program that brings its own provider: every request goes there, whatever settings and keys say. */
export function embedderModels(provider: Provider): Models {
  return {
    choose: async (input, thread, agentModel) => ({
      provider,
      providerName: 'own',
      model: input.options?.model ?? thread.model ?? agentModel ?? usual,
    }),
    route: async (_, thread, agentModel) => ({ model: thread.model ?? agentModel ?? usual }),
    light: async () => undefined,
    keepChoice: async () => false,
    reload() {},
    warm: async () => {},
    current: async () => ({ provider: 'compatible', model: usual, failure: null }),
    list: async () => [{ provider: 'own', model: usual }],
    sight: async (name) => ({ model: name ?? usual, sees: true }),
    forget: async (name) => ({ model: name ?? usual, forgotten: false }),
    // Only that program knows what its provider can do.
    describe: async () =>
      fail('config', { detail: 'the provider is brought by the program that embeds the assistant' }),
  }
}

/** Tools with those of somebody else, whose names win. */
export function withOwnTools(builtIn: readonly Tool[], own: readonly BroughtTool[] = []): Tool[] {
  const ours = builtIn.filter(({ name }) => own.every((tool) => tool.name !== name))
  return [...ours, ...own.map((tool) => ({ facts: unknownFacts, deeds: deedsOf(tool), ...tool }))]
}
