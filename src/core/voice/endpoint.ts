import { readAnswer } from '../../std/korean/dialogue/yesno.ts'

/** How long to wait in silence before an utterance is over, in milliseconds (SPEC §7; settings). */
export interface EndpointMs {
  normal: number
  finished: number
  unfinished: number
}

/** SPEC §7: 0.8 s; 0.35 s after a clearly finished sentence; 1.5 s after an unfinished one. */
export const endpointDefaults: EndpointMs = { normal: 800, finished: 350, unfinished: 1_500 }

/** A word with which nobody ends: hesitation, a connective, a particle that wants its verb. */
const hanging =
  /(?:^|\s)(?:음+|어+|아|저|저기|그|그게|뭐냐|뭐더라|그 뭐지|있잖아|그리고|그런데|그런데 말이야|근데|근데 말이야|그래서|그러면|그럼|그러니까|하지만|또|또는|혹은|만약|만약에|일단|먼저|혹시|좀|조금|조금 더|너무|내일|오늘|다음|이걸|그걸|저걸|um+|uh+|er|hmm+|and|or|but|so|because|if|when|then|the|a|an|to|of|for|with|at|in|on|from|my|your|about|i|can you|could you|how do i|please add)$/i
/** Ends of words that lead on: particles of subject, object, receiver and place; -고, -는데, -면, -니까. */
const leading =
  /(?:[가-힣](?:을|를|은|는|에|로|랑|하고|한테|에게|께|에서|부터|까지|의|와|과)|(?:하|가|오|보내|먹|있|없|되|이)고|(?:는|은|인|한|던)데|[가-힣](?:려고|면서|지만|니까|거든)|(?:으면|하면|되면|라면|다면|오면|가면))$/
/** A number that may still be read out: digits or numerals without a unit. */
const counting =
  /(?:^|\s)(?:[\d,.\s-]*\d|[공영일이삼사오육칠팔구십백천만억]{2,}|(?:one|two|three|four|five|six|seven|eight|nine|zero|hundred|thousand)(?:\s\w+)?)$/i
/** 했어, 알았어, 있어, 없어: a past, a being or a lack, as single sounds. */
const over = /[\u11bb\u11b9]\u110b\u1165$/
/** Ends of Korean sentences, polite and plain, that a request or a question ends with. */
const ended =
  /(?:[가-힣](?:요|니다|습니까|니까|십시오|세요|죠|까)|(?:줘|줄래|해라|하자|할래|할게|볼래|알려|틀어|꺼|켜|맞춰|뭐야|뭐지|어때|몇 시|몇 시야|며칠|며칠이야|얼마|얼마야|언제야|어디야|누구야|인가|는지|그만|취소|고마워|안녕|종료|다음|멈춰|봐|줄여|올려|내려|읽어|(?<![위대통인관향])해|이야|거야|됐니|괜찮아|몰라|걸려|간다|한다|된다))$/
const endedEnglish = /(?:\b(?:please|thanks|thank you|stop|cancel|yes|no|okay|it is|is it|today|tomorrow|now))$/i

/** How an utterance stands as far as it goes. Korean and English alike: the words tell which. */
export function finishOf(partial: string): 'finished' | 'unfinished' | 'open' {
  const text = partial.normalize('NFC').trim()
  const bare = text.replace(/["'”’)\]]+$/u, '')
  if (bare === '') return 'open'
  if (/(?:\.{2,}|…|[,、~-])$/u.test(bare)) return 'unfinished'
  if (/[!?？！]$/u.test(bare)) return 'finished'
  // A recogniser that writes full stops writes them after everything: "엄마한테." is no more finished than "엄마한테".
  const words = bare.replace(/[.。\s]+$/u, '')
  if (readAnswer(words, 'harmless')) return 'finished'
  if (isQuestionEnd(words) || over.test(words.normalize('NFD'))) return 'finished'
  if (hanging.test(words) || counting.test(words) || leading.test(words)) return 'unfinished'
  return ended.test(words) || endedEnglish.test(words) ? 'finished' : 'open'
}

/** "보내니까" leads on, "갈까", "합니까" ask. */
const isQuestionEnd = (text: string) => /(?:ㅂ니까|[습합입갑됩]니까|[갈할볼될일살올]까)$/u.test(text)

/** Milliseconds of silence after which `partial` is taken as whole. */
export function endpointMs(partial: string, ms: EndpointMs = endpointDefaults): number {
  const finish = finishOf(partial)
  return finish === 'open' ? ms.normal : ms[finish]
}
