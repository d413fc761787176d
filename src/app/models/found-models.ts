import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment/environment.ts'

/** A model file of another program on this machine. */
export interface FoundModelFile {
  path: string
  size: number
  /** The name that the other program has for it. */
  name: string
}

/** Files smaller than that are projectors and vocabularies, no models. */
const leastBytes = 50e6
const mostFiles = 200

/** Find the model files of LM Studio, Hugging Face's cache and Ollama, the largest last. */
export async function findModelFiles({
  env,
  userHome,
}: Pick<Environment, 'env' | 'userHome'>): Promise<FoundModelFile[]> {
  const folders = [
    join(userHome, '.lmstudio', 'models'),
    join(userHome, '.cache', 'lm-studio', 'models'),
    env.HF_HUB_CACHE ?? join(env.HF_HOME ?? join(userHome, '.cache', 'huggingface'), 'hub'),
  ]
  const files = (await Promise.all(folders.map(filesIn))).flat()
  const all = [...files, ...(await ollamaFiles(env.OLLAMA_MODELS ?? join(userHome, '.ollama', 'models')))]
  return all.toSorted((a, b) => a.size - b.size).slice(0, mostFiles)
}

async function filesIn(folder: string): Promise<FoundModelFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const models = names.filter((name) => /\.gguf$/i.test(name) && !/mmproj/i.test(name)).slice(0, mostFiles)
  return sizeFiles(models.map((name) => ({ path: join(folder, name), name: name.split(/[/\\]/).at(-1) ?? name })))
}

/** Ollama keeps weights as blobs; its manifests name them. */
async function ollamaFiles(folder: string): Promise<FoundModelFile[]> {
  const names = await readdir(join(folder, 'manifests'), { recursive: true, withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .slice(0, mostFiles)
      .map(async ({ parentPath, name }) => {
        const blob = blobOf(await readFile(join(parentPath, name), 'utf8').catch(() => ''))
        const model = `${parentPath.split(/[/\\]/).at(-1)}:${name}`
        return blob ? [{ path: join(folder, 'blobs', blob), name: model }] : []
      }),
  )
  return sizeFiles(found.flat())
}

function blobOf(text: string): string | undefined {
  try {
    const { layers } = Object(JSON.parse(text)) as { layers?: { mediaType?: string; digest?: string }[] }
    const weights = Array.isArray(layers)
      ? layers.find((layer) => layer?.mediaType === 'application/vnd.ollama.image.model')
      : undefined
    return weights?.digest?.replace(':', '-')
  } catch {
    return undefined
  }
}

async function sizeFiles(files: readonly { path: string; name: string }[]): Promise<FoundModelFile[]> {
  const sizes = await Promise.all(
    files.map(({ path }) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return files.map((file, at) => ({ ...file, size: sizes[at] ?? 0 })).filter(({ size }) => size >= leastBytes)
}
