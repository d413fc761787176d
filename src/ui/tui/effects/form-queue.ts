import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Elicited } from '../../../tools/mcp/ports.ts'
import { createForm } from '../components/form.ts'
import { fieldsOf } from '../components/form-fields.ts'
import type { FormQuestion } from '../tui-host.ts'
import type { EffectContext } from './effect-context.ts'

/** The hands of forms: one is shown at a time, the others wait for it. */
export function createForms({ store }: Pick<EffectContext, 'store'>, { form: words }: TuiMessages) {
  let last: Promise<unknown> = Promise.resolve()
  let open: { id: number; settle(answer: Elicited): void } | undefined
  let made = 0

  async function showNext(
    { title, message, warning = '', schema, isStep }: FormQuestion,
    signal: AbortSignal,
  ): Promise<Elicited> {
    if (signal.aborted) return { action: 'cancel' }
    const id = ++made
    const { promise, resolve } = Promise.withResolvers<Elicited>()
    const gone = (): void => resolve({ action: 'cancel' })
    open = { id, settle: resolve }
    signal.addEventListener('abort', gone, { once: true })
    const said = isStep ? { ...words, keys: words.stepKeys } : words
    store.dispatch({
      type: 'form',
      form: createForm({
        id,
        title,
        message,
        warning,
        words: said,
        fields: fieldsOf(schema, said),
        ...(isStep ? { isStep } : {}),
      }),
    })
    const answer = await promise
    signal.removeEventListener('abort', gone)
    if (store.state.form?.id === id) store.dispatch({ type: 'form' })
    return answer
  }

  return {
    /** Resolves with what the person answers; `cancel` when the signal aborts first. Never rejects. */
    ask(question: FormQuestion, signal: AbortSignal): Promise<Elicited> {
      const asked = last.then(() => showNext(question, signal))
      last = asked
      return asked
    },
    /** The person's answer to the form that was shown. */
    reply: (id: number, answer: Elicited): void => (open?.id === id ? open.settle(answer) : undefined),
  }
}
