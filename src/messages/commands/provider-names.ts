import { type ProviderKind, providerKinds, providers } from '../../protocol/index.ts'

const providerFields = ['baseUrl', 'keyEnv', 'model', 'lightModel', 'heavyModel', 'headers'] as const
type ProviderMeanings = Record<`providers.${ProviderKind}.${(typeof providerFields)[number]}`, string>

/** Names of the makers. */
export const providerTitles = Object.fromEntries(providerKinds.map((kind) => [kind, providers[kind].title])) as Record<
  ProviderKind,
  string
>

/** The meanings of every provider's settings, from one text for each field. */
export function providerMeanings(...texts: [string, string, string, string, string, string]): ProviderMeanings {
  const rows = providerKinds.flatMap((name) =>
    providerFields.map((field, at) => [`providers.${name}.${field}`, `${providers[name].title}: ${texts[at]}`]),
  )
  return Object.fromEntries(rows) as ProviderMeanings
}
