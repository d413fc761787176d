import type { DownloadedModels } from '../../../app/models/downloaded-models.ts'
import { type AudioDeps, cancelsEchoHere, hasSpeechEngine } from '../../../app/surfaces/voice/senses.ts'
import {
  chooseRecognisers,
  chooseTurnModel,
  chooseVoiceModel,
  type SpeechUse,
} from '../../../app/surfaces/voice/voice-models.ts'
import { renderEarcon } from '../../../audio/earcons.ts'
import { FarEnd } from '../../../audio/echo/far-end.ts'
import { measureEcho, modeFor } from '../../../audio/echo/measure-echo.ts'
import { levelOf } from '../../../audio/frames.ts'
import { findRecorder, openMicrophone } from '../../../audio/microphone.ts'
import type { DownloadableModel } from '../../../audio/models/manifest.ts'
import { tryModel } from '../../../audio/models/trial.ts'
import { findPlayer, openPlayer } from '../../../audio/player.ts'
import { espeakIn, espeakVoice } from '../../../audio/speech-synthesis.ts'
import { measureTurnJudge } from '../../../audio/turn/turn-judge.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import { listenRate, SpeechError } from '../../../protocol/speech.ts'
import type { Cli } from '../../command-context.ts'
import { mb } from '../settings/pull-progress.ts'
import { ownerLine } from './voice-owner.ts'

const recordMs = 3_000
/** Quieter than that is a muted or dead microphone: rooms are at −70 dB and louder. */
const silentDb = -90
const meterMs = 100

/**
 * `voice --check`: recorder, microphone with a level meter, loudspeaker with what was recorded, and each model. 1
 * when something is missing.
 */
export async function checkVoice(cli: Cli, shelf: DownloadedModels, parts: AudioDeps): Promise<number> {
  const say = voiceMessages[cli.language]
  let good = true
  const reportCheck = async (name: string, wrong: string | undefined, fine: string) => {
    if (wrong !== undefined) good = false
    await cli.terminal.print(`${wrong === undefined ? '✓' : '✗'} ${name}: ${wrong ?? fine}`)
  }
  const faultText = (error: unknown) => {
    if (!(error instanceof SpeechError)) return String(error)
    return error.fault === 'no-microphone' ? say.check.noMicrophone : say.fault(error.fault)
  }

  const recorded = await findRecorder(parts.microphone).then(
    async (name) => {
      await reportCheck(say.check.recorder, undefined, name)
      return recordSample(cli, parts)
    },
    async (error) => {
      await reportCheck(say.check.recorder, faultText(error), '')
      return undefined
    },
  )
  if (recorded) {
    const { frames, loudest, error } = recorded
    const wrong = error ? faultText(error) : frames.length === 0 || loudest <= silentDb ? say.check.silent : undefined
    await reportCheck(say.check.microphone, wrong, say.check.level(loudest))
  }
  await reportCheck(
    say.check.speaker,
    await playBack(cli, parts, recorded && recorded.loudest > silentDb ? recorded.frames : []).then(
      () => undefined,
      faultText,
    ),
    `${await findPlayer(parts.player)}, ${say.check.played}`,
  )
  if (recorded && !recorded.error) {
    const measured = await sweepEcho(cli, parts, shelf).catch(faultText)
    const wrong = typeof measured === 'string' ? measured : undefined
    await reportCheck(say.check.echo, wrong, typeof measured === 'string' ? '' : measured.text)
  }
  if (!hasSpeechEngine()) await reportCheck('sherpa-onnx', say.fault('no-engine'), '')
  const { first, second } = await chooseRecognisers(shelf)
  const chooseModel = async (use: SpeechUse) => (use === 'stt' ? first : await chooseVoiceModel(shelf, use))
  for (const use of ['vad', 'stt', 'finals', 'wake', 'tts'] as const) {
    const model = use === 'finals' ? second : await chooseModel(use)
    const files = model && (await shelf.store.files(model))
    const name = say.check.uses[use === 'stt' && second ? 'partials' : use]
    if (files) {
      const wrong = await tryModel(parts.engine, files)
      await reportCheck(say.check.model(name, files.name), wrong && say.check.broken(wrong), say.check.works)
    } else if (use === 'tts') {
      await reportCheck(
        say.check.voice,
        (await espeakIn(parts.engine.env)) ? undefined : say.fault('no-voice'),
        'espeak-ng',
      )
    } else if (use !== 'wake' && use !== 'finals') {
      const wanted = proposeModel(shelf, use)
      if (use === 'stt') await reportCheck(name, say.fault('no-ears'), '')
      else if (wanted) await reportCheck(name, say.check.missing(name, wanted.name, mb(wanted.size)), '')
    }
  }
  await cli.terminal.print(await turnLine(cli, shelf, parts))
  const { name, wrong, fine } = await ownerLine(cli, shelf)
  await reportCheck(name, wrong, fine)
  await cli.terminal.note(good ? say.check.good : say.check.bad)
  return good ? 0 : 1
}

/** Return what judges the end of a turn beside the words. Without it everything works, so nothing is wrong. */
async function turnLine(cli: Cli, shelf: DownloadedModels, { engine }: AudioDeps): Promise<string> {
  const say = voiceMessages[cli.language].check
  const files = await chooseTurnModel(shelf)
  if (!files) {
    const wanted = proposeModel(shelf, 'turn')
    return `· ${say.uses.turn}: ${wanted ? say.wordsAlone(wanted.name) : say.wordsDecide()}`
  }
  const found = await measureTurnJudge(engine, files)
  const name = say.model(say.uses.turn, files.name)
  if (!found) return `· ${name}: ${say.wordsDecide()}`
  return found.isLate ? `· ${name}: ${say.wordsDecide(found.ms)}` : `✓ ${name}: ${say.judges(found.ms)}`
}

/** Return how well somebody can speak over the assistant: by a sweep through the room. */
async function sweepEcho(
  cli: Cli,
  parts: AudioDeps,
  { loaded: { settings } }: DownloadedModels,
): Promise<{ text: string }> {
  const say = voiceMessages[cli.language].check
  await cli.terminal.note(say.sweep)
  const farEnd = new FarEnd()
  const player = await openPlayer({ ...parts.player, farEnd })
  const bySystem = !(await cancelsEchoHere(settings.voice, parts.microphone))
  try {
    const measured = await measureEcho(
      { microphone: openMicrophone(parts.microphone), player, farEnd, now: parts.player.now },
      cli.stop,
    )
    return { text: say.echoes({ ...measured, mode: modeFor(measured), bySystem }) }
  } finally {
    await player.close()
  }
}

interface Recorded {
  frames: Int16Array[]
  loudest: number
  error?: unknown
}

async function recordSample(cli: Cli, parts: AudioDeps): Promise<Recorded> {
  const say = voiceMessages[cli.language].check
  await cli.terminal.note(say.speak)
  const recorded: Recorded = { frames: [], loudest: -100 }
  const signal = AbortSignal.any([cli.stop, AbortSignal.timeout(recordMs)])
  let next = 0
  try {
    for await (const frame of openMicrophone(parts.microphone)(signal)) {
      recorded.frames.push(frame)
      const db = levelOf(frame)
      recorded.loudest = Math.max(recorded.loudest, db)
      if (cli.terminal.canAsk && recorded.frames.length * 20 >= next) {
        next += meterMs
        await cli.terminal.aside(`\r${meterText(db)}`)
      }
    }
  } catch (error) {
    recorded.error = error
  }
  if (cli.terminal.canAsk) await cli.terminal.aside('\n')
  return recorded
}

/** The first model of the manifest for a use that speaks the person's language. */
const proposeModel = (
  { models, loaded }: DownloadedModels,
  use: DownloadableModel['use'],
): DownloadableModel | undefined =>
  models.find((model) => model.use === use && model.languages.includes(loaded.settings.language))

/** −60 dB to 0 dB in 30 columns. */
const meterText = (db: number) => {
  const bars = Math.max(0, Math.min(30, Math.round((db + 60) / 2)))
  return `[${'█'.repeat(bars)}${' '.repeat(30 - bars)}]`
}

/** Plays what was recorded, else a sentence of espeak-ng, else a tone: there is something to hear in any case. */
async function playBack(cli: Cli, parts: AudioDeps, frames: Int16Array[]): Promise<void> {
  const say = voiceMessages[cli.language]
  const player = await openPlayer(parts.player)
  try {
    if (frames.length > 0) {
      await cli.terminal.note(say.check.playing)
      const samples = new Int16Array(frames.length * 320)
      for (const [i, frame] of frames.entries()) samples.set(frame, i * 320)
      await player.play({ samples, rate: listenRate }, () => {})
      return
    }
    await cli.terminal.note(say.check.listen)
    const { env } = parts.engine
    const sound = (await espeakIn(env))
      ? await espeakVoice(env, cli.language)(say.check.sample, cli.stop, 1)
      : renderEarcon('end')
    await player.play(sound, () => {})
  } finally {
    await player.close()
  }
}
