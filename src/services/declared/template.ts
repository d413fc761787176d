/** A service.json that can be tried at once: two things to fill in, one question, one answer. */
function serviceTemplate(name: string): string {
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
const handlerTemplate = `// Runs apart from the assistant, with a deadline. JSON in, JSON out. Delete this file if filling in slots is all you need.
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

const dialogueFile = (name: string) => `# What is asked for is done

- lang: en
- me: ${name}, please
- assistant: What shall I do?
- me: clean the windows
- assistant: clean the windows: shall I go on?
- me: yes
- assistant: clean the windows is done.

# The same in Korean

- lang: ko
- 나: ${name} 해줘
- 비서: 무엇을 할까요?
- 나: 창문 닦기
- 비서: 창문 닦기, 진행할까요?
- 나: 네
- 비서: 창문 닦기를 마쳤어요.
`

/** The files of a new service that is declared. */
export const declaredFiles = (name: string): Record<string, string> => ({
  'service.json': serviceTemplate(name),
  'handler.ts': handlerTemplate,
  'dialogues.md': dialogueFile(name),
})

const codeTemplate = (name: string) => `import { defineService } from 'assistant-terminal/service'

/** Three things to know, a look-up before the question, and what is done after the yes. */
export default defineService({
  name: '${name}',
  version: '1.0.0',
  title: { ko: '${name}', en: '${name}' },
  words: ['${name}'],
  slots: {
    what: { type: 'text', required: true, label: { ko: '내용', en: 'what' }, question: { ko: '무엇을 할까요?', en: 'What shall I do?' } },
    people: {
      type: 'count',
      required: true,
      label: { ko: '인원', en: 'people' },
      unit: { ko: '명', en: 'people' },
      min: 1,
      max: 20,
      question: { ko: '몇 명인가요?', en: 'For how many people?' },
    },
    date: { type: 'date', label: { ko: '날짜', en: 'date' } },
  },
  steps: {
    form: { kind: 'slots' },
    // Before the question: what it returns is known from here on. { failed: '…', slot: 'people' } asks for that value
    // again.
    price: {
      kind: 'code',
      label: { ko: '가격 확인', en: 'Looking up the price' },
      timeout: 3_000,
      run: ({ slots }) => ({ total: slots.people * 10_000 }),
    },
    agree: { kind: 'confirm', say: { ko: '{what} {people}, {price.total}원이에요. 진행할까요?', en: '{what} for {people}, {price.total} won: shall I go on?' } },
    // After the yes, once. The key is the same for the same task: give it to whatever you call.
    order: {
      kind: 'code',
      label: { ko: '주문', en: 'Ordering' },
      run: ({ slots, key }) => ({ receipt: { key, what: slots.what } }),
    },
  },
  done: { ko: '{what:을/를} 마쳤어요.', en: '{what} is done.' },
  hooks: { session_reset: () => {} },
})
`

const codeDialogue = (name: string) => `# The price is told before the question

- lang: en
- me: ${name}, please
- assistant: What shall I do?
- me: clean the windows
- assistant: For how many people?
- me: 2
- assistant: clean the windows for 2 people, 20,000 won: shall I go on?
- me: yes
- assistant: clean the windows is done.

# The same in Korean

- lang: ko
- 나: ${name} 해줘
- 비서: 무엇을 할까요?
- 나: 창문 닦기
- 비서: 몇 명인가요?
- 나: 두 명
- 비서: 창문 닦기 2명, 2만원이에요. 진행할까요?
- 나: 네
- 비서: 창문 닦기를 마쳤어요.
`

/** The files of a new service in code; `types`: where the types lie that its editor is to use. */
export const codeFiles = (name: string, types: string): Record<string, string> => ({
  'service.ts': codeTemplate(name),
  'dialogues.md': codeDialogue(name),
  'package.json': `${JSON.stringify({ name, private: true, type: 'module' }, null, 2)}\n`,
  'tsconfig.json': `${JSON.stringify(
    {
      compilerOptions: {
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        erasableSyntaxOnly: true,
        paths: { 'assistant-terminal/service': [types] },
      },
    },
    null,
    2,
  )}\n`,
})
