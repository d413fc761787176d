import type { DownloadableModel } from './manifest.ts'

/** A machine as models care about it. */
export interface MachineSize {
  cores: number
  memoryGb: number
}

/** The uses that a talk needs; a wake word is looked for in the text. */
const needed: readonly DownloadableModel['use'][] = ['vad', 'stt', 'tts']

/**
 * For each use of a talk the first model of the list that speaks the language and that the machine can carry; of
 * recognisers a streaming one comes first, which can be interrupted by any word. Whose licence nobody knows is never
 * recommended. A use that nothing fits is left out.
 */
export function recommendModels(
  models: readonly DownloadableModel[],
  language: string,
  machine: MachineSize,
  uses = needed,
): DownloadableModel[] {
  return uses.flatMap((use) => {
    const fits = models.filter((model) => {
      const { cores, memoryGb } = model.wants ?? { cores: 1, memoryGb: 0 }
      return (
        model.use === use &&
        model.licence !== 'unknown' &&
        model.languages.includes(language) &&
        cores <= machine.cores &&
        memoryGb <= machine.memoryGb
      )
    })
    return (fits.some(({ kind }) => kind === 'online') ? fits.filter(({ kind }) => kind === 'online') : fits).slice(
      0,
      1,
    )
  })
}
