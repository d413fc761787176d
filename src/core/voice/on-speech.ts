import type { RecognizedSpeech, Whose } from '../../protocol/speech.ts'
import { matchWake } from '../../std/korean/dialogue/wake.ts'
import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import { agentOf, callAgent, wakeWords } from './agents.ts'
import { shutMicrophone } from './controls.ts'
import { isBargeIn, isEcho } from './echo.ts'
import { isBackchannel, isNoise, overrulesSpeech, wantsSilence } from './end-words.ts'
import { endpointMs } from './endpoint.ts'
import { followLevel, isFaint } from './person-level.ts'
import type { Ear, VoiceSettings, VoiceState } from './state.ts'
import type { Step, StepResult } from './step.ts'
import { decideUtterance } from './utterance.ts'

/** Something was heard: in any phase it is noted, what it means depends on the phase. */
export function onSpeech(step: Step, heard: RecognizedSpeech): StepResult {
  // Speech under way when the microphone was closed.
  if (step.state.microphone === 'closed' && !ofDevice.has(heard.type)) return
  switch (heard.type) {
    case 'voice.started':
      return voiceStarted(step)
    case 'voice.ended':
      return step.set({
        ear: { ...withoutJudgement(step.state.ear), voice: false, silentSince: step.at - heard.silentMs },
      })
    case 'level':
      return onLevel(step, heard)
    case 'turn':
      return step.set({ ear: { ...step.state.ear, isOver: heard.isOver } })
    case 'read':
      return step.state.ear.voice ? undefined : step.set({ ear: { ...step.state.ear, read: heard.text } })
    case 'partial':
      step.set({ ear: { ...step.state.ear, text: heard.text } })
      return noticeWords(step)
    case 'final':
      return onFinal(step, chooseAnswer(step, heard), heard.whose)
    case 'keyword':
      return onKeyword(step, heard.word)
    case 'lost':
      step.fault(heard.why)
      return onDeafened(step)
    case 'silent':
      return step.fault('microphone-silent')
    case 'trouble':
      return step.fault(heard.why)
    case 'back':
      step.set({ deaf: false })
      return step.state.session === 'inactive' || step.state.phase !== 'idle' ? undefined : step.listen()
    default:
      return heard satisfies never
  }
}

const ofDevice: ReadonlySet<RecognizedSpeech['type']> = new Set(['lost', 'back', 'silent'])

/** After so many holds in a row for nobody it is a noise that goes on, or our own voice: words alone stop us then. */
const vainHolds = 3

/** An ear without what was thought of an earlier silence. */
function withoutJudgement({ isOver: _, read: __, ...ear }: Ear): Ear {
  return ear
}

function voiceStarted(step: Step): StepResult {
  const { silentSince: _, ...ear } = withoutJudgement(step.state.ear)
  const since = ear.text === '' ? step.at : (ear.since ?? step.at)
  step.set({ ear: { ...ear, voice: true, since } })
  holdFor(step)
}

/** Silence first, as a person would: who it is, and whether they want anything, is known by their words. */
function holdFor(step: Step): void {
  // The detector is sure after 0.2 s, and the level is known by then: what is faint sounds from afar. Whoever grows
  // louder is waited for then.
  if (isFaint(step.state)) return
  if (step.settings.bargeIn === 'full' && step.state.heldInVain < vainHolds) step.hold()
}

function onLevel(step: Step, { db, room }: Extract<RecognizedSpeech, { type: 'level' }>): StepResult {
  const wasFaint = isFaint(step.state)
  step.set({ ear: { ...step.state.ear, db, ...(room === undefined ? {} : { room }) } })
  if (wasFaint && step.state.ear.voice) holdFor(step)
}

function onDeafened(step: Step): StepResult {
  step.set({ deaf: true, ear: { voice: false, text: '' } })
  if (step.state.phase === 'listening') step.move('idle')
}

/** New words of an utterance that goes on: they may wake it, or stop it. */
function noticeWords(step: Step): StepResult {
  const { phase, session, ear } = step.state
  if (phase === 'listening') return
  if (phase === 'idle') return session === 'inactive' ? wakeBy(step, ear.text) : undefined
  const sustained = step.at - (ear.since ?? step.at) >= step.settings.sustainMs
  if (sustained && interrupts(step, ear.text)) bargeIn(step)
}

const interrupts = (step: Step, text: string) =>
  isBargeIn(step.settings.bargeIn === 'full' && isFaint(step.state) ? 'keyword' : step.settings.bargeIn, {
    text,
    spoken: step.spoken,
    during: step.spokenMeanwhile,
    wakeWords: wakeWords(step.settings),
  })

/** The wake word at the start of what is heard: from here on the utterance is taken. */
function wakeBy(step: Step, text: string): StepResult {
  const wake = matchWake(text, wakeWords(step.settings))
  if (wake && !isEcho(text, step.spokenMeanwhile)) wakeUp(step, wake.word, true)
}

/** The session begins, with the agent that was called; `keep`: the words after the wake word are already under way. */
export function wakeUp(step: Step, word: string | undefined, keep: boolean): StepResult {
  const called = word === undefined ? undefined : agentOf(step.settings, word)
  // Whoever calls is as loud as they will ask.
  if (called) step.set(followLevel({ ear: step.state.ear }))
  if (called) callAgent(step, called)
  step.set({ session: 'active', turns: step.state.session === 'inactive' ? 0 : step.state.turns })
  step.listen(keep)
  step.do({ do: 'earcon', sound: 'wake' })
}

function onKeyword(step: Step, word: string): StepResult {
  const agent = agentOf(step.settings, word)
  const busy = step.state.phase === 'processing' || step.state.phase === 'speaking'
  // A stop needs no recogniser that reads along.
  if (!agent && busy && wantsSilence(word) && interrupts(step, word)) return bargeIn(step)
  if (!agent || isEcho(word, step.spokenMeanwhile)) return
  if (step.state.phase === 'idle') return wakeUp(step, word, true)
  if (step.state.phase === 'listening' || (step.settings.bargeIn === 'off' && step.spoken.length > 0)) return
  bargeIn(step)
  callAgent(step, agent)
}

/** Somebody speaks over thinking, a tool or our own voice: silence first, then listen to the rest of it (SPEC §7). */
export function bargeIn(step: Step, keep = true): StepResult {
  const { turn, approval } = step.state
  step.hush()
  step.set({ heldInVain: 0 })
  // A question is not dropped by whoever speaks into it: what they say may be the answer.
  if (approval) return step.listen(keep)
  if (turn) {
    const { turn: _, ...state } = step.state
    // An answer that is written may be far from said.
    const over =
      turn.id !== undefined && state.heard < turn.raw + turn.rest.length
        ? { turn: turn.id, chars: state.heard }
        : undefined
    step.state = { ...state, turns: state.turns + (turn.over ? 0 : 1), ...(over ? { over } : {}) }
    if (!turn.over) step.do({ do: 'cancel', ...(turn.id ? { turn: turn.id } : {}), heard: state.heard })
  }
  if (step.state.session === 'inactive') step.set({ session: 'active' })
  step.listen(keep)
}

/** Choose between two recognisers' answers: a no of either one is a no. */
function chooseAnswer(
  { state: { approval, service } }: Step,
  { text, first }: Extract<RecognizedSpeech, { type: 'final' }>,
): string {
  const asked = approval !== undefined || service === 'confirm'
  if (!asked || first === undefined || readAnswer(text) !== 'yes') return text
  const answer = readAnswer(first)
  return answer === 'no' || answer === 'all-no' || overrulesSpeech(first) || wantsSilence(first) ? first : text
}

function onFinal(step: Step, text: string, whose: Whose | undefined): StepResult {
  const { phase, session } = step.state
  const { finishing: _, silentSince: __, ...ear } = withoutJudgement(step.state.ear)
  // A voice that goes on begins another utterance: otherwise it would be too long again at once, and for ever.
  const since = ear.voice && ear.since !== undefined ? { since: step.at } : {}
  // Somebody else's words are no sign of the person that is waited for.
  const from = whose === 'other' ? (ear.from ?? step.at) : step.at
  const isRewritten = ear.text === '' || text === '' ? step.state.isRewritten : ear.text !== text
  step.set({ ear: { ...ear, ...since, text: '', from }, isRewritten })
  if (phase === 'listening') return takeUtterance(step, text, whose)
  // Without partial texts the wake word is only known now; then the words after it are the request.
  if (phase === 'idle' && session === 'inactive') {
    wakeBy(step, text)
    if ((step.state.phase as string) === 'listening') decideUtterance(step, text, whose)
  } else if (phase !== 'idle' && interrupts(step, text)) {
    bargeIn(step, false)
    decideUtterance(step, text, whose)
  } else step.resume()
}

/**
 * An utterance while it listens. With it a microphone that was open for one utterance is closed; one without words
 * asks nothing.
 */
function takeUtterance(step: Step, text: string, whose: Whose | undefined): StepResult {
  const isOnce = step.state.microphone === 'once'
  if (!isOnce || text.trim() !== '') decideUtterance(step, text, whose)
  if (isOnce) shutMicrophone(step)
}

/**
 * Return the next time the machine must be asked though nothing happens; undefined while it waits for the world alone.
 */
export function nextDeadline(state: VoiceState, settings: VoiceSettings): number | undefined {
  const times = [
    endpointAt(state, settings),
    silenceAt(state, settings),
    sustainedAt(state, settings),
    longAt(state, settings),
    heldUntil(state, settings),
  ]
  const given = times.filter((time) => time !== undefined)
  return given.length > 0 ? Math.min(...given) : undefined
}

/** So late the detector says that a voice has begun, in milliseconds: 130 to 180 where it was measured. */
const noticedMs = 200

/** The end of the utterance, or of what was only overheard. */
function endpointAt(state: VoiceState, { endpoint }: VoiceSettings): number | undefined {
  const { ear } = state
  if (ear.voice || ear.finishing || ear.held || ear.silentSince === undefined) return undefined
  // A cough: nobody is waited for as long as for the rest of a sentence.
  if (state.heldAt !== undefined && (ear.text === '' || isBackchannel(ear.text)))
    return ear.silentSince + endpoint.finished
  // A yes to what cannot be undone waits for what follows, and until that would have been noticed: “네 … 아니 취소”.
  const isYes = (state.approval || state.service === 'confirm') && readAnswer(ear.text) === 'yes'
  if (isYes) return ear.silentSince + Math.max(endpoint.normal, endpoint.finished) + noticedMs
  return ear.silentSince + endpointMs(ear.text, endpoint, ear.isOver)
}

function silenceAt({ phase, session, ear, microphone }: VoiceState, { silenceMs }: VoiceSettings): number | undefined {
  const expects = phase === 'listening' && session !== 'inactive' && microphone !== 'closed'
  const waits = expects && !ear.voice && !ear.finishing && !ear.held && ear.silentSince === undefined
  return waits && ear.from !== undefined ? ear.from + silenceMs : undefined
}

function sustainedAt({ phase, ear }: VoiceState, { sustainMs }: VoiceSettings): number | undefined {
  const monitors =
    (phase === 'processing' || phase === 'speaking') && ear.voice && ear.text !== '' && !isNoise(ear.text)
  if (!monitors || ear.since === undefined) return undefined
  return ear.judged === ear.text ? undefined : ear.since + sustainMs
}

const longAt = ({ ear }: VoiceState, { utteranceMs }: VoiceSettings) =>
  ear.voice && !ear.finishing && ear.since !== undefined ? ear.since + utteranceMs : undefined

/** Return the latest time our own voice goes on, unless words are under way that may become some that stop it. */
const heldUntil = ({ heldAt, ear }: VoiceState, { holdMs }: VoiceSettings) =>
  heldAt === undefined || ear.finishing ? undefined : heldAt + holdMs

/** Time has passed: whatever is due happens. */
export function tick(step: Step): StepResult {
  const { state, settings, at } = step
  const hasPassed = (time: number | undefined) => time !== undefined && time <= at
  if (hasPassed(sustainedAt(state, settings))) {
    step.set({ ear: { ...state.ear, judged: state.ear.text } as Ear })
    return noticeWords(step)
  }
  if (hasPassed(endpointAt(state, settings)) || hasPassed(longAt(state, settings))) return finishUtterance(step)
  if (hasPassed(heldUntil(state, settings))) return step.resume()
  if (hasPassed(silenceAt(state, settings))) onSilence(step)
}

/**
 * Hears the utterance out. While a person is only overheard that is where barge-in and wake word are judged for the
 * last time.
 */
function finishUtterance(step: Step): StepResult {
  step.set({ ear: { ...step.state.ear, finishing: true } })
  step.do({ do: 'finish', ...(isCalled(step.state) ? {} : { here: true }) })
}

/** Check whether somebody is being talked with, so that speech is for us. */
export const isCalled = ({ phase, session }: VoiceState) => phase !== 'idle' || session !== 'inactive'

/** SPEC §1: nothing was said for a while. */
function onSilence(step: Step): StepResult {
  const { session, turns, approval } = step.state
  // The conversation's own clock ends an approval that nobody answers.
  if (approval) return step.set({ ear: { ...step.state.ear, from: step.at } })
  if (session === 'ending' || turns === 0) return step.end()
  step.set({ session: 'ending' })
  step.own(step.say.endQuestion)
}
