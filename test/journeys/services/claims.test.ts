import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const [talk, transfer, declared, flows, http] = [
  'core/service/router.talk.test.ts',
  'services/transfer.test.ts',
  'services/declared.test.ts',
  'journeys/services/flows.test.ts',
  'ui/http/server.test.ts',
] as const

/** What an orchestrator of services promises, and the test that shows it: its file, and its title. */
const claims: readonly [claim: string, file: string, title: string][] = [
  // One message.
  [
    'a message runs through its steps and comes back as a stream of frames',
    http,
    'is the story of the specification, frame by frame',
  ],
  ['the same answer is given whole, over REST', http, 'the same by GET, and as one answer'],
  [
    'DONE comes last, once, with the state, also after a failure',
    'ui/http/sse-frames.test.ts',
    'a plain answer begins and ends like that of an agent, and a step of a service is none',
  ],
  ['sessions are apart', http, 'two tokens that name the same session never meet'],
  // Which service.
  [
    'several services are in one app, and one is chosen by code where it can',
    talk,
    'is asked only when code cannot tell, about the services that might be meant',
  ],
  [
    'a choice that fails is tried again with a label that is seen',
    talk,
    'that fails is tried again with its label; then it is plain chat',
  ],
  [
    'in the midst of a flow no model is asked what is meant',
    transfer,
    'a task without its amount is filled when its turn comes',
  ],
  [
    'a flow keeps what is its own',
    declared,
    'never takes an input that belongs to another flow, nor lets its own be taken',
  ],
  [
    'services are put together to a greater one',
    flows,
    'a service hands over to two others and goes on when they have ended',
  ],
  [
    'a front end may bind a session to one service',
    flows,
    'is answered by that service from its first word on, or by none',
  ],
  // Cards, prompts and streaming.
  ['a step that talks streams its words as they come', talk, 'shows its words as they come'],
  [
    'a step that answers in JSON streams its message letter by letter',
    talk,
    'shows the message out of JSON letter by letter, and keeps its action',
  ],
  [
    'a model that forgot the format is taken by its words',
    talk,
    'takes plain words for the message when the model forgot the format',
  ],
  [
    'an answer is checked against its schema',
    talk,
    'an action that nobody declared, or an answer that does not fit its schema, is only its message',
  ],
  [
    'an answer that cannot be read is asked for again, then told',
    talk,
    'an answer without a message is asked for once more, then the person is told',
  ],
  [
    'a step is tried again as its card says, and has a fallback',
    talk,
    'tries again with a label after a failure, and falls back when nothing helps',
  ],
  ['a step has the time of its card', talk, 'an attempt that takes too long is aborted, not waited for'],
  [
    'a model is told summary and history, also after the state was reset',
    talk,
    'is told what was summed up, what was said last and what is said now, also after the service has ended',
  ],
  // Code decides, a model reads.
  [
    'a model reads what code could not',
    transfer,
    'reads what code cannot; the amount is still confirmed by the person',
  ],
  ['a model never confirms and never cancels', transfer, 'can never confirm, nor cancel, at any stage'],
  ['a value that nobody said is not taken', transfer, 'what a model makes up is not taken'],
  [
    'an extraction that fails is told as not understood',
    transfer,
    'that answers something else is asked again, with a label, then the person is',
  ],
  [
    'READY, CONFIRMED and values are kept by code',
    'core/service/state.test.ts',
    'is READY only when everything is there and nothing is wrong, CONFIRMED only from READY, and keeps only values that are right',
  ],
  [
    'what is missing is asked for, what is wrong is told with its reason',
    transfer,
    'what is missing is asked for; what cannot be is refused with its reason, and the slot stays empty',
  ],
  [
    'too many turns of filling end it',
    transfer,
    'more than ten filling turns end in UNSUPPORTED; what waits in the batch is reported as not sent',
  ],
  ['the same question is not put twice', 'core/service/question.test.ts', 'no question is put twice in the same words'],
  // One task and many.
  [
    'a whole request is read back, confirmed and done',
    transfer,
    'a whole request is read back, confirmed and done; the last snapshot shows how it ended',
  ],
  ['a no at READY cancels', transfer, 'cancelled at READY'],
  ['several tasks go one after the other, with their progress', transfer, 'a batch goes one by one, its progress told'],
  ['a cancelled task is left out and the next one asked', transfer, 'cancelling one of a batch goes on with the next'],
  [
    'each task of a batch is settled once',
    'core/service/state.test.ts',
    'every task of a batch is settled exactly once, in order, under a key of its own',
  ],
  ['what was sent is answered from the record', 'services/transfer/past-questions.test.ts', ''],
  // Hooks.
  [
    'a hook is called with what was done, the end of every turn is told',
    declared,
    'is given what was done by its hook, and the end of every turn by afterTurn',
  ],
  [
    'a hook of several steps has the receipt of each',
    flows,
    'tells its hook the receipt of each action, and as its own that of the last',
  ],
  ['a hook that fails changes nothing of the turn', declared, 'whose hook fails changes nothing of the turn'],
  // A new service.
  [
    'a new service works as it is made',
    declared,
    'a new service works as it is made; services are switched off and on',
  ],
  [
    'a service in code works as it is made',
    declared,
    'a service in code works as it is made, and its dialogue is true',
  ],
  [
    'a service counts from the next turn on',
    'journeys/services.test.ts',
    'a service that is made or mended while the program runs is there with the next turn; a broken one stops nothing',
  ],
  [
    'the engine knows no service',
    'architecture/floors.test.ts',
    'every file is on a floor, imports its own room and lower floors and never in a circle, and leaves outside things to their owners',
  ],
]

test.each(claims)('%s', (_, file, title) => {
  const source = readFileSync(join(root, file), 'utf8')
  const begun = source.indexOf(`'${title}`)
  expect([file, title, begun >= 0]).toEqual([file, title, true])
  // A test that is there and never runs shows nothing.
  expect(/\.(?:skip|todo)\s*\($/.test(source.slice(0, begun))).toBe(false)
})
