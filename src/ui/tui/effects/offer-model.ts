import type { CommandContext } from '../commands/command.ts'
import type { EffectContext } from './effect-context.ts'

/**
 * Offer a model where an answer said that only a model can, unless somebody types; once it is here it gets the question
 * again.
 */
export async function offerModel(
  answer: string,
  question: string,
  { state }: Pick<EffectContext['store'], 'state'>,
  { engine, ask, say, progress, stop, send }: CommandContext,
): Promise<void> {
  if (question === '' || state.editor.text !== '') return
  if (await (await engine()).offerModel?.(answer, ask, say, progress, stop)) await send(question)
}
