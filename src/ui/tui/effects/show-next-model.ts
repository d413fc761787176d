import type { TuiEngine } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'

/** Show in the status line which model the next words go to, and tell what is wrong with it. */
export async function showNextModel(engine: TuiEngine, { say, stage }: EffectTools): Promise<void> {
  const { model = '', problem = '' } = (await engine.nextModel?.()) ?? {}
  if (model) stage.store.dispatch({ type: 'next-model', model })
  if (problem) say(problem)
}
