import type { DownloadedModels } from '../../../app/models/downloaded-models.ts'
import { enrolVoice } from '../../../app/surfaces/voice/enrol-voice.ts'
import { forgetOwnerVoice, readOwnerVoice, speakerOf } from '../../../app/surfaces/voice/owner-voice.ts'
import { audioParts } from '../../../app/surfaces/voice/voice-session.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import { voiceOwnerMessages } from '../../../messages/surfaces/voice-owner.ts'
import { SpeechError } from '../../../protocol/speech.ts'
import { voicePrograms } from '../../child-programs.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { shelfOf } from '../settings/models.ts'
import { mb } from '../settings/pull-progress.ts'

/** `voice enrol`: three sentences read aloud. 1 when nothing was enrolled. */
export const enrolOwner: CommandRun = async (cli) => {
  const shelf = await shelfOf(cli)
  const say = voiceOwnerMessages[cli.language]
  const { sentences } = say
  const askSentence = (at: number, sentence: string, again: boolean) => {
    if (again) void cli.terminal.note(say.short)
    else if (at === 0) void cli.terminal.note(say.begin)
    void cli.terminal.print(say.read(at + 1, sentences.length, sentence))
  }
  try {
    const parts = audioParts(shelf, cli.environment.env, voicePrograms())
    const found = await enrolVoice(shelf, parts, { sentences, ask: askSentence, now: () => cli.now() }, cli.stop)
    const told = found === 'no-vad' || found === 'no-speaker' ? missingModelText(cli, shelf, found) : say[found]
    await cli.terminal.note(told, found === 'enrolled' ? undefined : 'error')
    return found === 'enrolled' ? 0 : 1
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    await cli.terminal.note(voiceMessages[cli.language].fault(error.fault), 'error')
    return 1
  }
}

function missingModelText({ language }: Cli, { models }: DownloadedModels, what: 'no-vad' | 'no-speaker'): string {
  const { check, models: say } = voiceMessages[language]
  const wanted = models.find(({ use }) => `no-${use}` === what)
  return wanted ? check.missing(check.uses[wanted.use as 'vad' | 'speaker'], wanted.name, mb(wanted.size)) : say.none
}

/** `voice forget`: asks first. */
export const forgetOwner: CommandRun = async (cli, { options }) => {
  const { paths } = (await shelfOf(cli)).loaded
  const say = voiceOwnerMessages[cli.language]
  if (!(await readOwnerVoice(paths))) {
    await cli.terminal.note(say.none)
    return 0
  }
  if (options.yes !== true) {
    if (!cli.terminal.canAsk) {
      await cli.terminal.note(say.forgetNeeded, 'error')
      return 1
    }
    if (!(await confirmQuestion(cli, say.forget))) return 1
  }
  await forgetOwnerVoice(paths)
  await cli.terminal.note(say.forgotten)
  return 0
}

/** Print the check of the enrolled voice. */
export async function ownerLine(
  { language }: Cli,
  shelf: DownloadedModels,
): Promise<{ name: string; wrong?: string; fine: string }> {
  const say = voiceOwnerMessages[language]
  const owner = await readOwnerVoice(shelf.loaded.paths)
  if (!owner) return { name: say.owner, fine: say.anyone }
  if (owner === 'damaged') return { name: say.owner, wrong: say.damaged, fine: '' }
  const isKnown = (await speakerOf(shelf))?.model !== undefined
  return {
    name: say.owner,
    ...(isKnown ? {} : { wrong: say.modelGone(owner.model) }),
    fine: say.knows(owner.at.slice(0, 10), owner.model),
  }
}
