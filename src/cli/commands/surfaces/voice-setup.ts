import { recommendModels } from '../../../audio/models/recommend.ts'
import { voiceMessages } from '../../../messages/surfaces/voice.ts'
import type { CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { pullFiles, shelfOf, thisMachine } from '../settings/models.ts'
import { mb, progressOf } from '../settings/pull-progress.ts'

/**
 * `voice setup`: gets the models that a talk in this language wants on this machine and that are not here, after one
 * question that names every licence. What was fetched of them stays, whatever happens to the next. 1 when one could
 * not be had, or its licence was not accepted.
 */
export const setUpVoice: CommandRun = async (cli, { options }) => {
  const { models, store } = await shelfOf(cli)
  const say = voiceMessages[cli.language].models
  const { uses } = voiceMessages[cli.language].check
  const fitting = recommendModels(models, cli.language, thisMachine(), ['vad', 'stt', 'tts', 'turn'])
  const states = await Promise.all(fitting.map((model) => store.state(model)))
  const missing = fitting.filter((_, i) => states[i] !== 'here')
  if (missing.length === 0) {
    await cli.terminal.note(say.voiceReady)
    return 0
  }
  const size = missing.reduce((sum, model) => sum + model.size, 0)
  const lines = missing.map(({ name, use, licence, note = '', size }) => {
    const remark = typeof note === 'string' ? note : note[cli.language]
    return `· ${name} (${uses[use as keyof typeof uses]}, ${mb(size)}): ${licence}${remark && `. ${remark}`}`
  })
  const question = say.voiceFits(lines.join('\n'), mb(size))
  if (options.yes === true || !cli.terminal.canAsk) {
    await cli.terminal.note(options.yes === true ? question : `${question}\n${say.licenceNeeded}`)
    if (options.yes !== true) return 1
  } else if (!(await confirmQuestion(cli, question))) return 1
  const progress = progressOf(cli, { name: say.voiceTotal, size })
  let before = 0
  let failed = false
  for (const model of missing) {
    const from = before
    const showPart = (bytes: number) => progress(from + Math.min(bytes, model.size), size)
    before += model.size
    if (await pullFiles(cli, store, model, showPart, true)) progress(before, size)
    else failed = true
  }
  await cli.terminal.note(failed ? say.voiceRest : say.voiceReady)
  return failed ? 1 : 0
}
