import { turnMessages } from '../../messages/engine/turn.ts'
import type { Failure } from '../../protocol/index.ts'
import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import { changePace, repeatAnswer, shutMicrophone } from './controls.ts'
import { followEvent, onPlayed, onPlaying, onTurnEvent } from './on-reply.ts'
import { bargeIn, onSpeech, tick, wakeUp } from './on-speech.ts'
import type { VoiceCommand, VoiceInput, VoiceSettings, VoiceState } from './state.ts'
import { Step, type StepResult } from './step.ts'
import { answerApproval, askApproval, submitRequest } from './utterance.ts'

/** Read at most so many waiting reminders after a long absence: the screen has them. */
const waitingAtMost = 5

/**
 * The voice machine (SPEC §1 and §7): one input changes the state and says what is to be done. Pure; time comes with
 * the input, and `due` says when it wants to be asked again.
 */
export function foldVoice(state: VoiceState, input: VoiceInput, settings: VoiceSettings): [VoiceState, VoiceCommand[]] {
  const step = new Step(state, settings, input.at)
  if (isPress(input)) pressed[input.in](step)
  else takeInput(step, input)
  sayReminders(step)
  return [step.state, step.commands]
}

/** The person's keys. */
const pressed = {
  key: pressTalkKey,
  held: holdTalkKey,
  'let-go': letGo,
  microphone: closeMicrophone,
  again: sayAgain,
  slower: (step: Step) => changePace(step, 'slower'),
  faster: (step: Step) => changePace(step, 'faster'),
  stop: stopSpeaking,
  yes: (step: Step) => answerApproval(step, 'once'),
  no: (step: Step) => answerApproval(step, 'deny'),
} satisfies Partial<Record<VoiceInput['in'], (step: Step) => StepResult>>

type Press = Extract<VoiceInput, { in: keyof typeof pressed }>
const isPress = (input: VoiceInput): input is Press => Object.hasOwn(pressed, input.in)

function takeInput(step: Step, input: Exclude<VoiceInput, Press>): StepResult {
  switch (input.in) {
    case 'heard':
      return onSpeech(step, input.heard)
    case 'typed':
      return takeTypedLine(step, input.text)
    case 'playing':
      return onPlaying(step, input.line, input.ms)
    case 'played':
      return onPlayed(step, input.line)
    case 'mute':
      return muteVoice(step, input)
    case 'event':
      return followEvent(step, input.envelope)
    case 'refused':
      return onRefusal(step, input.failure)
    case 'say':
      step.do({ do: 'show', what: 'own', text: input.text })
      return queueReminder(step, input.text)
    case 'ring':
      return queueReminder(step, input.text)
    case 'tick':
      return tick(step)
    default:
      return input satisfies never
  }
}

/** Push-to-talk: once to be listened to, again to have said it; over our own voice it is barge-in. */
function pressTalkKey(step: Step): StepResult {
  const { phase, ear, deaf, microphone } = step.state
  if (deaf) return
  if (microphone === 'closed') openMicrophone(step, 'once')
  if (phase === 'idle') return wakeUp(step, undefined, false)
  if (phase !== 'listening') return bargeIn(step, false)
  if (ear.finishing) return
  if (microphone === 'closed') step.do({ do: 'earcon', sound: 'wake' })
  const isSilent = !ear.voice && ear.text === '' && ear.silentSince === undefined && !ear.held
  // With nothing said yet the key only says that something will be; a microphone that it opened it closes again.
  if (isSilent) return microphone === 'once' ? shutMicrophone(step) : step.set({ ear: { ...ear, from: step.at } })
  finishUtterance(step)
}

/** The key stays down: no silence ends what is said, and it is heard though no voice is noticed in the noise. */
function holdTalkKey(step: Step): StepResult {
  const { phase, ear } = step.state
  if (phase !== 'listening' || ear.held || ear.finishing) return
  step.set({ ear: { ...ear, held: true } })
  step.do({ do: 'begin' })
}

function letGo(step: Step): StepResult {
  const { held, ...ear } = step.state.ear
  if (!held || step.state.phase !== 'listening') return
  step.set({ ear })
  if (!ear.finishing) finishUtterance(step)
}

function finishUtterance(step: Step): StepResult {
  step.set({ ear: { ...step.state.ear, finishing: true } })
  step.do({ do: 'finish' })
}

function openMicrophone(step: Step, microphone: 'open' | 'once'): StepResult {
  step.set({ microphone })
  step.do({ do: 'close', closed: false })
}

/** Closes the microphone, or opens it again. Speaking goes on. */
function closeMicrophone(step: Step): StepResult {
  if (step.state.microphone !== 'closed') return shutMicrophone(step)
  openMicrophone(step, 'open')
  if (step.state.phase === 'listening') step.set({ ear: { ...step.state.ear, from: step.at } })
}

/** The question that is open, else the last answer from its beginning. */
function sayAgain(step: Step): StepResult {
  if (step.state.approval) return askApproval(step)
  if (step.state.phase !== 'processing') repeatAnswer(step)
}

/** Silence, and no more of this answer: listening again where somebody is, else at rest. */
function stopSpeaking(step: Step): StepResult {
  const { phase, session } = step.state
  if (phase === 'processing' || phase === 'speaking') bargeIn(step, false)
  else if (phase === 'listening' && session !== 'inactive') step.end()
}

/** A line from the keyboard is a request like any other, and stops what is going on. */
function takeTypedLine(step: Step, text: string): StepResult {
  if (step.state.approval) return typedAnswer(step, text)
  if (step.state.phase !== 'idle' && step.state.phase !== 'listening') bargeIn(step, false)
  step.do({ do: 'drop' })
  if (step.state.session === 'ending') step.set({ session: 'active' })
  step.set({ misses: 0 })
  step.do({ do: 'show', what: 'heard', text })
  submitRequest(step, text)
}

/** At the keyboard a yes is a yes, whatever is asked. */
function typedAnswer(step: Step, text: string): StepResult {
  const answer = readAnswer(text)
  return answer ? answerApproval(step, answer === 'yes' ? 'once' : 'deny') : askApproval(step)
}

/** Nothing can be said aloud any more: the rest is read. */
function muteVoice(step: Step, { why }: Extract<VoiceInput, { in: 'mute' }>): StepResult {
  if (!step.state.hoarse) step.fault(why)
  const { heldAt: _, ...state } = step.state
  step.state = state
  step.set({
    mute: true,
    hoarse: true,
    waiting: [],
    lines: [],
    sounding: false,
    ...(step.state.approval ? { approval: { ...step.state.approval, read: true } } : {}),
  })
  if (step.state.phase !== 'speaking') return onTurnEvent(step)
  if (step.state.approval || !step.state.turn || step.state.turn.over)
    return step.state.approval ? step.listen() : onTurnEvent(step)
  // The turn goes on in silence: thinking again, by way of idle.
  step.move('idle')
  step.move('processing')
}

/** The conversation did not take what was said: the disk is full, say. */
function onRefusal(step: Step, failure: Failure): StepResult {
  const { turn: _, ...state } = step.state
  step.state = { ...state, doing: 'complete' }
  step.do({ do: 'earcon', sound: 'fault' })
  step.own(turnMessages[step.settings.language].failure(failure))
}

/** A reminder: said as soon as nobody is in the middle of something. */
function queueReminder(step: Step, text: string): StepResult {
  if (!step.state.mute) step.set({ waiting: [...step.state.waiting, text].slice(-waitingAtMost) })
}

/** Says what has waited, between two turns and never into what a person says. */
function sayReminders(step: Step): StepResult {
  const { waiting, phase, session, ear, approval, lines, turn } = step.state
  const calm = !ear.voice && ear.text === '' && ear.silentSince === undefined && !ear.finishing
  const free =
    (phase === 'idle' || phase === 'listening') && session !== 'ending' && !approval && !turn && lines.length === 0
  if (waiting.length === 0 || !calm || !free) return
  step.set({ waiting: [] })
  step.aloud(step.say.ringing(waiting.join(' ')))
}
