import { type DownloadableModel, placeConfig } from '../../audio/models/manifest.ts'
import { fail } from '../../protocol/index.ts'
import type { LocalModel } from '../../retrieval/embedders/local.ts'

/** Read an embedder out of the manifest, its files being in `folder`. Throws `config` if it does not say enough. */
export function localModel({ name, size, config }: DownloadableModel, folder: string): LocalModel {
  const { model, tokenizer, runtime, dimensions, pooling, query = '', passage = '' } = placeConfig(config, folder)
  const path = (value: unknown, what: string) =>
    typeof value === 'string' ? value : fail('config', { detail: `${name}: ${what} is missing in its manifest` })
  if (!Number.isInteger(dimensions) || (pooling !== 'mean' && pooling !== 'cls'))
    return fail('config', { detail: `${name}: dimensions or pooling is missing in its manifest` })
  const files = {
    model: path(model, 'model'),
    tokenizer: path(tokenizer, 'tokenizer'),
    runtime: path(runtime, 'runtime'),
  }
  return {
    name,
    size,
    ...files,
    dimensions: Number(dimensions),
    pooling,
    query: String(query),
    passage: String(passage),
  }
}
