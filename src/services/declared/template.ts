/** A service.json that can be tried at once: two things to fill in, one question, one answer. */
export function serviceTemplate(name: string): string {
  const declaration = {
    name,
    version: '1.0.0',
    title: { ko: name, en: name },
    description: { ko: `${name} 일을 해요`, en: `does ${name}` },
    words: [name],
    slots: {
      what: {
        type: 'text',
        required: true,
        label: { ko: '내용', en: 'what' },
        question: { ko: '무엇을 할까요?', en: 'What shall I do?' },
      },
      date: { type: 'date', label: { ko: '날짜', en: 'date' } },
    },
    confirm: { ko: '{what}, 진행할까요?', en: '{what}: shall I go on?' },
    done: { ko: '{what:을/를} 마쳤어요.', en: '{what} is done.' },
  }
  return `${JSON.stringify(declaration, null, 2)}\n`
}

/** A handler that does nothing yet, with what it may do. Only types that can be stripped: no enum, no namespace. */
export const handlerTemplate = `// Runs apart from the assistant, with a deadline. JSON in, JSON out. Delete this file if filling in slots is all you need.
type Task = { slots: Record<string, string | number>; key: string; conversation: string; now: string; zone: string }

/** Does the confirmed task once. Return { receipt, message? }, or { failed: 'why' }. */
export async function execute({ slots, key }: Task) {
  return { receipt: { key, ...slots } }
}

/** Called when the service reports an event; a failure is only logged. */
export const hooks = {
  session_reset: (payload: object) => payload,
}
`
