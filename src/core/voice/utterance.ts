import { voiceOwnerMessages } from '../../messages/surfaces/voice-owner.ts'
import type { Whose } from '../../protocol/speech.ts'
import { matchWake } from '../../std/korean/dialogue/wake.ts'
import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import { agentOf, callAgent, wakeWords } from './agents.ts'
import { changePace, repeatAnswer } from './controls.ts'
import { isEcho, withoutOwn } from './echo.ts'
import { endsDialogue, isNoise, wantsEarlier, wantsPace, wantsRepeat, wantsSilence } from './end-words.ts'
import { followLevel, isFaint } from './person-level.ts'
import { onlyVoice, type Step, type StepResult } from './step.ts'

/** Empty results that are answered by asking again (SPEC §7: at most twice in a row). */
const retries = 2

/**
 * A whole utterance was taken. What it is, is decided here, by code. `whose`: its voice; absent where nobody's is
 * enrolled.
 */
export function decideUtterance(step: Step, heard: string, whose?: Whose): StepResult {
  if (step.state.approval) return readApproval(step, heard, whose)
  if (heard.trim() === '') return askToRepeat(step)
  if (isNoise(heard) || (isOwnVoice(step, heard) && !isRefusal(step, heard))) return step.forget()
  const text = callByName(step, isOwnTime(step) ? withoutOwn(heard, step.spokenMeanwhile) : heard)
  step.set({ misses: 0 })
  if (text === '') return step.forget()
  step.do({ do: 'show', what: 'heard', text })
  if (!isHeeded(step, text, whose)) return tellUnheeded(step, whose)
  // A television says nothing of how loud the person is, and may be what nobody knows.
  if (whose !== 'unknown' || step.state.nearDb === undefined) step.set(followLevel(step.state))
  if (whose !== 'other') step.set({ strange: false })
  if (step.state.session === 'ending') return answerEnding(step, text)
  if (leavesDialogue(step, text)) return step.end()
  if (saysAgain(step, text)) return
  // Silence was all that was wanted, and there is silence now.
  if (wantsSilence(text) && !step.state.service) return step.forget()
  // Nobody agrees to what was cut off before it was read.
  const { service, unheard } = step.state
  if (service === 'confirm' && unheard && readAnswer(text) === 'yes') return readAgain(step, unheard)
  submitRequest(step, text)
}

/** Ringing of a room after our last sound, in milliseconds: a later voice is somebody's. */
const ringMs = 150

/**
 * Check whether it is only the loudspeaker's. A voice that begins after it may well repeat its words: “취소” to “네나 취소로
 * 답해 주세요”.
 */
const isOwnVoice = (step: Step, heard: string): boolean => isOwnTime(step) && isEcho(heard, step.spokenMeanwhile)

function isOwnTime({ state: { ear, lines, quietFrom } }: Step): boolean {
  return lines.length > 0 || ear.since === undefined || ear.since <= quietFrom + ringMs
}

/**
 * A no where something was asked: taken for our own voice by mistake it would cost more than a question asked again.
 */
function isRefusal({ state }: Step, heard: string): boolean {
  const answer = state.service === 'confirm' ? readAnswer(heard) : undefined
  return answer === 'no' || answer === 'all-no'
}

/**
 * Check whether words of that voice are followed. A no, a stop and a goodbye are anybody's, a yes to a service the
 * owner's alone; an unknown voice, since a word or two are too short, may ask where it is as loud as a person.
 */
function isHeeded({ state }: Step, text: string, whose: Whose | undefined): boolean {
  if (whose === undefined || whose === 'own') return true
  const answer = readAnswer(text)
  if (answer === 'no' || answer === 'all-no' || wantsSilence(text) || endsDialogue(text)) return true
  return whose === 'unknown' && state.service !== 'confirm' && !isFaint(state)
}

/** Told aloud once until somebody else is heard: a television that is answered would be heard answering. */
function tellUnheeded(step: Step, whose: Whose | undefined): StepResult {
  const say = voiceOwnerMessages[step.settings.language]
  if (whose === 'unknown') return isFaint(step.state) ? step.forget() : step.own(say.unsure)
  const { strange, ear } = step.state
  step.set({ strange: true })
  if (!strange) return step.own(say.stranger)
  step.do({ do: 'show', what: 'own', text: say.stranger }, { do: 'drop' })
  // The silence clock goes on: it is the person's silence.
  step.set({ ear: { ...onlyVoice(ear), ...(ear.from === undefined ? {} : { from: ear.from }) } })
}

/** The words after a wake word; calling another agent hands over to it. */
function callByName(step: Step, heard: string): string {
  const wake = matchWake(heard, wakeWords(step.settings))
  const agent = wake && agentOf(step.settings, wake.word)
  if (!wake || !agent) return heard.trim()
  callAgent(step, agent)
  return wake.rest.trim()
}

/** A no to a service's question is its own to read, not the end of the dialogue. */
function leavesDialogue({ state }: Step, text: string): boolean {
  return endsDialogue(text) && !(state.service && readAnswer(text) !== undefined)
}

/** Something was said and not understood. While ending that is no answer, so it is no no either. */
function askToRepeat(step: Step): StepResult {
  const misses = step.state.misses + 1
  step.set({ misses })
  if (step.state.session === 'ending' || misses > retries) return step.forget()
  step.own(step.say.retry)
}

function answerEnding(step: Step, text: string): StepResult {
  const answer = readAnswer(text, 'harmless')
  if (endsDialogue(text) || answer === 'yes') return step.end()
  step.set({ session: 'active' })
  return answer ? step.forget() : submitRequest(step, text)
}

/**
 * Carry out a request about how answers are said: once more, the one before, slower. False if it is another request.
 */
function saysAgain(step: Step, text: string): boolean {
  if (wantsRepeat(text)) return repeatAnswer(step, step.state.back)
  if (step.state.service) return false
  if (wantsEarlier(text)) return repeatAnswer(step, step.state.back + 1)
  const pace = wantsPace(text)
  if (!pace || step.state.mute) return false
  changePace(step, pace)
  if (!repeatAnswer(step, step.state.back)) step.aloud(step.say.pace(step.state.pace))
  return true
}

function readAgain(step: Step, question: string): StepResult {
  const { unheard: _, ...state } = step.state
  step.state = state
  step.own(question)
}

/** So many answers can be asked for again. */
const answersKept = 5

/** Gives the words to the conversation. */
export function submitRequest(step: Step, text: string): StepResult {
  const { unheard: _, over, ...state } = step.state
  step.state = {
    ...state,
    earlier: (state.answer.length > 0 ? [state.answer, ...state.earlier] : state.earlier).slice(0, answersKept),
    back: 0,
    turn: { asked: text, call: 0, at: 0, rest: '', raw: 0, tools: [] },
    heard: 0,
    answer: [],
    doing: 'streaming',
    mute: false,
  }
  step.do({ do: 'submit', text, ...(over ? { over } : {}) }, { do: 'earcon', sound: 'taken' })
  step.moveBy('processing')
}

/** The answer to an approval: yes only after the question was read, and never by voice alone for what is restricted. */
function readApproval(step: Step, heard: string, whose: Whose | undefined): StepResult {
  const { approval } = step.state
  if (!approval) return
  const read = readAnswer(heard)
  const answer = read === 'yes' && isOwnVoice(step, heard) ? undefined : read
  if (answer === 'no' || answer === 'all-no' || endsDialogue(heard)) return answerApproval(step, 'deny')
  const isOwner = whose === undefined || whose === 'own'
  if (answer === 'yes' && approval.read && approval.ask.category === 'sensitive')
    return isOwner ? answerApproval(step, 'once') : step.own(voiceOwnerMessages[step.settings.language].unsure)
  if (isNoise(heard)) return step.forget()
  askApproval(step, answer === undefined)
}

/**
 * Longer than that nobody listens to before saying yes, in characters: about 20 s of the 30 that a question stays
 * open.
 */
const readAtMost = 120

/** Shorten an effect so that it can be read aloud; the screen shows the rest. */
const inShort = ({ say }: Step, effect: string): string => {
  const [first = ''] = effect.split('\n', 1)
  return effect.length <= readAtMost
    ? effect
    : say.more(first.length <= readAtMost ? first : `${first.slice(0, readAtMost)}…`)
}

/** Reads the question, or why it cannot be answered so. */
export function askApproval(step: Step, again = false): StepResult {
  const { approval } = step.state
  if (!approval) return
  const { category } = approval.ask
  const effect = inShort(step, approval.ask.effect)
  const question = category === 'restricted' ? step.say.approvalByKey(effect) : step.say.approval(effect)
  step.own(again && approval.read ? step.say.approvalAgain : question)
  if (step.state.mute) step.set({ approval: { ...approval, read: true } })
}

/** The person has decided: back to the turn that asked. */
export function answerApproval(step: Step, choice: 'once' | 'deny'): StepResult {
  const { approval, ...state } = step.state
  if (!approval) return
  step.state = state
  step.do({ do: 'answer', ask: approval.id, choice })
  step.hush()
  step.do({ do: 'drop' })
  step.set({ doing: 'toolCalling', ear: onlyVoice(state.ear) })
  step.moveBy('processing')
}
