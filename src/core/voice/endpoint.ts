import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import { patternOf } from '../../std/text/pattern.ts'

/** Silence that ends an utterance, in milliseconds (SPEC §7; settings). */
export interface EndpointMs {
  normal: number
  finished: number
  unfinished: number
}

/** SPEC §7: 0.8 s; less after a clearly finished sentence; 1.5 s after an unfinished one. */
export const endpointDefaults: EndpointMs = { normal: 800, finished: 300, unfinished: 1_500 }

/** Extra silence after a short command without a verb ("오늘 날씨"), which may go on. */
const wholeMs = 150

/** A word with which nobody ends: hesitation, a connective, a particle that wants its verb. */
const hanging = patternOf('i')`
    (?:^|\s)(?:음+|어+|아|저|저기|그|(?<=\S\s)아니|(?<=(?:근데|그런데|저기|그|아)\s)있(?:지|잖아)|그게|뭐냐|뭐냐면|뭐더라|뭐랄까|그거 뭐지|뭐라 그러지|
    뭐라고 (?:해야|하)\S*(?: \S+)?|그 뭐지|있잖아|있죠|그리고|그런데|근데|아무튼|어쨌든|하여튼|하여간|게다가|그나저나|그래도|그렇지만|따라서|그러다가|특히|물론|아마|아마도|만일|어쩌면|
    차라리|대신|대신에|나중에|이따가|방금|아까|무슨|어떤|어느|이런|그런|저런|모든|제일|가장|아주|약간|거의|자꾸|\S+에 \S+ 거|그래서|그러면|그럼|그러니까|하지만|또|또는|혹은|아니면|만약|만약에|
    왜냐|왜냐면|예를 들어|예를 들면|사실|사실은|솔직히|일단|일단은|먼저|우선|혹시|좀|조금|(?:조금|하나)만 더|조금 더|너무|내일|오늘|다음|이걸|그걸|저걸|이거|그거|저거|
    (?:아까|어제|저번에|지난번에)(?: \S+)*? 거|(?:그 )?다음에?|그 다음에 \S+|그중에서?|(?:오전|오후|아침|저녁|새벽)|제가(?: 어제| 오늘| 아까)?|내가|우리가|um+|uh+|
    er|hmm+|and|or|but|so|because|if|when|then|the|a|an|to|of|for|with|at|in|on|from|my|your|about|that|i|can you|
    could you|how do i|please add|actually|i mean|you know|you know what|let me (?:see|think|check|look)|
    (?:오늘|어제|요즘)따라|혹시라도|on the way(?: \w+)?|what if(?: \w+)?|whether|also|unless|until|just|
    (?:by|into|onto|than|like|as|we|they|he|she)|(?:what|all) (?:i|we) (?:really |just )?(?:mean|want|need|meant|
    wanted)(?: is| was)|(?:my|the|your|his|her|our) \w+'s|how about|(?:tell|give|show|send) me|
    i (?:have|need|want|think|was thinking)|the (?:thing|problem|question) is|(?:can|could|would|will) you please|
    depends on|(?:to|and) (?:send|buy|call|get|make|tell|give|show)|would like)$`
/**
 * Adverbs and openings that want the clause which they colour: "그냥", "for example", "could you maybe", "the reason
 * is".
 */
const opening = patternOf('i')`
    (?:^|\s)(?:그냥|굳이|오히려|결국|어차피|아직|원래|보통|최소한|적어도|이왕이면|되도록(?:이면)?|가능한 한|가급적|마침|하필|도대체|대충|무엇보다|말하자면|
    \S+ (?:때|때쯤|때마다|동안|텐데|건데|건)|\S*[갈할볼될일살올]까 봐|(?:뭐|어디|누구|언제|이름)\S*더라|\S*(?:원|명|개|시|분|번|잔|장)이?나|
    for (?:example|instance)|(?:so )?basically|first of all|by the way|to be honest|in fact|in other words|
    on the other hand|either|neither|rather than|before|after|the \w+ who|maybe|perhaps|probably|might|gonna|wanna|
    let's|i'm|i'll|we're|there's|which|whose|every|into|onto|by|until|than|between|during|without|near|saying|
    (?:can|could|would|will|should) (?:you|i|we)(?: (?:\w+ly|please|just|also))*|
    (?:is|are|am|'m|'re|was|were) going to)$|^(?:(?:and|but|so|well) )?(?:the|my|our) (?:\S+ ){1,6}(?:is|was|are|were)
    $|\b(?:that|who|which|and|but|think|we|they|he|she) (?:\w+ )?(?:would|should|could|will|can|must|might)$|
    \b(?:i|he|she|they|we|you|it) (?:said|says|told (?:me|him|her|them|us)|asked|thinks|thought|heard)$|
    \b(?:if|that|whether|when|what|whatever|because|unless|so) you$|\bat (?:least|most)$|
    \b(?:remember|know|forgot|forget|wonder|see|decide) (?:who|what|where|when|why|how|which)$|
    ^(?:so |and |but )?there (?:is|are|was|were)$|^(?:can|could|would|will) you (?:please )?(?:look up|find|send|open|
    set|put|add|make|give|get|write|read|translate|buy|order|turn|move|change|compare)$`
/** As single sounds, a clause of cause, of what was, or of a condition on what is asked: "비싸서", "어제 샀던", "하되". */
const clause =
  /(?:[\u1161\u1162\u1165-\u1167\u116a\u116b\u116f]\u1109\u1165|\u11bb\u1103\u1165\u11ab|[\u1161-\u1175]\u1103\u116c)$/
/** Papers that only look like a cause. */
const papers = /(?:교과|소개|안내|명세|견해)서$/
/** Verbs that end with a particle: "turn the lights on", "log in"; "처음부터" says from where to play. */
const particleVerb = patternOf('i')`
    ^처음부터(?: 다시)?$|^(?:please )?(?:(?:turn|switch|put) (?:it|this|that|them|(?:the|my|all the) \S+(?: \S+)?) (?:on|
    off)|(?:log|sign|check) (?:me )?in)$`
/** Ends of words that lead on: particles of subject, object, receiver and place; -고, -는데, -면, -니까, -어서. */
const leading = patternOf()`
    (?:[가-힣](?:을|를|은|는|에|로|랑|하고|한테|에게|께|에서|부터|까지|의|와|과)|(?:이름|제목|사람|친구|엄마|아빠|날씨|시간|파일|노래|메일|회의)(?:이|가)|
    (?<!최|광|사|창|참|보|재|경|장|뭐라)고|(?:는|은|인|한|던|운|린|픈|쁜|런)데|[가-힣](?:려고|면서|지만|니까|거든|다가|거나|든지|라서)|
    [가-힣](?:자마자|처럼|듯이|느라|도록|마다|께서|보다는?)|(?:말|얘기|이야기|부탁|주문|예약|언급|설명|추천|선택)(?:한|했던)|[가-힣]기 전에|
    (?:뭐|뭘|어디|언제|누구|어떻게|얼마나) ?\S{0,3}[할갈볼올살될쓸줄]지|[가-힣][을를] \S*고|(?:해|아|어|워|러|려|퍼|파|와|가|줘|겨|혀|쳐|켜)서|나서|
    (?<!라|냉|화|장|정|쫄|표|양)면|아니라|말고|(?:우리가|저번에|지난번에) \S*[갔했던은])$`
/** Said to oneself while the next word is looked for: "그 뭐였더라", "어떻게 말해야 되나", "어디 보자". */
const thinking = patternOf()`
    ^(?:(?:음+|어+|그|그게|저|아|저기|잠깐만?|잠시만|가만)[\s,]*)*(?:뭐(?:였|이었)?더라|누구(?:였)?더라|어디(?:였)?더라|어디 ?보자|보자|가만 ?있자|
    생각 ?좀 ?(?:해 ?)?보(?:고|자))$|(?:어떻게|뭐라고|뭐라) ?(?:말|얘기|이야기|설명|표현)?\S{0,2} ?(?:해야|하면|해) ?(?:되나|될까|돼|하나|좋을까|될지)$`
/** Endings of a modifier whose noun has not come: "추천해 준", "가까운", "세 번째 줄에 있는"; "그 사람에 대한". */
const describing = patternOf()`
    (?:(?:는|은|던|한|된|운) 게|[가-힣](?:는지|은지|인지|던지|을지)|[가-힣]하게|(?:하|으|보|주|오|가)신|(?:만|듯|법)한|[가-힣]던|더라도|의 \S+[이가]|
    (?:봐|해|어|아|와|워|려|져|여)도|[가-힣] (?:준|둔|놓은|버린|있는|없는|싶은|왔던|갔던)|(?:[까려쉬매추더벼거로여러서미]|름다|정다)운|
    (?:필요|유명|중요|간단|복잡|조용|비슷|특별|가능|따뜻|시원|신선|깨끗|대|위)한|(?<!우크라|차)[가-힣]이나)$`
/** As single sounds, a verb that describes what has not come, behind its object, place or doer: "지난주에 만난". */
const described = patternOf()`
    (?:\u110b\u1166(?:\u1109\u1165)?|[\u1100-\u1112][\u1161-\u1175\u11a8-\u11c2]*(?:\u1105\u1173\u11af|
    \u110b\u1173\u11af|\u1100\u1161)) [\u1100-\u11c2]*\u11ab$`
/** Nouns that only look so. */
const nouns =
  /(?:결과|효과|학과|사과|성과|초과|통과|[내외치]과|도로|가로|세로|경로|종로|피로|가을|마을|노을|회의|강의|주의|동의|문의|합의|정의|사랑|자랑|함께|냉장고|금고|중고)$/
/** An object of translation at the end, or a sum, is a complete question: "사과 영어로", "백 나누기 칠은". */
const inLanguage = /^(?!\S*[을를] )\S+ (?:영어|한국어|일본어|중국어|한글)로$|(?:더하기|빼기|곱하기|나누기) \S+[은는]$/
/** Endings of an object or person whose verb has not come: "형한테 이만 원", "주소는 서울시". */
const waiting =
  /(?:[가-힣](?:한테|에게|께|에서|까지|부터|를|이랑)|[가-힣]{2,}을|(?:주소|이름|제목|번호|메모|금액|내용|비밀번호|수신자|받는 분|보내는 분|받는 사람)[은는])\s/
/** Before a sentence that has not begun: "if it rains tomorrow", "well actually". */
const before = patternOf('i')`
    ^(?:if|when(?! (?:is|are|was|were|do|does|did|will|can|should)\b)|because|while|after|before|although|since|until|
    unless|whenever|wherever|whether|though|in case|as (?:soon|long|far) as|even (?:if|though)|by the time|provided|
    given that|once (?:i|you|we|he|she|it|they)|not(?! now)|well)\b`
/** First words of an English request. */
const asksEnglish = patternOf('i')`
    ^(?:please\s)?(?:call|play|turn|set|open|close|stop|show|read|send|tell|find|search|remind|add|remove|delete|
    change|make|take|give|skip|lock|unlock|convert|rename|say|write|book|cancel|start|what|what's|where|where's|who|
    who's|when|when's|how|how's|why|is|are|do|does|did|can|could|will|thank)\b(?:\s\S+){2,}$`
/** A question whose preposition has lost its noun to the beginning: "what are you waiting for", "what's this for". */
const stranded = patternOf('i')`
    ^(?:what|who|which|where)(?:'s|'re)?(?: (?:is|are|was|were|do|does|did))? (?:it|this|that|these|those|he|she|they|
    you|we|i)(?: (?!want|have|like|do|make|need|think)\w+){0,2} (?:for|from|about|like|of|with|at|
    (?<!(?:going|want|need|have|trying|about|supposed|used|able|plan\w*) )to)$`
/** A number that may still be read out: digits or numerals without a unit. */
const counting = patternOf('i')`
    (?:^|\s)(?:[\d,.\s-]*\d|[공영일이삼사오육칠팔구십백천만억]{2,}|(?<!the \w+ |\bat |table for |\b(?:times|plus|minus|by) )(?:one|
    two|three|four|five|six|seven|eight|nine|zero|hundred|thousand)(?:\s(?!(?:one|
    (?:second|minute|hour|day|week|month|year|dollar|cent|time|degree|percent|won|pound|euro)s?)\b)\w+)?)$`
/** 했어, 알았어, 있어, 없어, 잘게: a past, a being, a lack or a promise, as single sounds. */
const over = /[\u11bb\u11b9]\u110b\u1165$|\u11af\u1100\u1166$/
/** Ends of Korean sentences, polite and plain, that a request or a question ends with. */
const ended = patternOf()`
    (?:[가-힣](?:요|니다|습니까|니까|십시오|세요|죠|까)|(?:줘|줄래|해라|하자|할래|할게|볼래|알려|틀어|꺼|켜|맞춰|뭐야|뭐지|어때|몇 시|몇 시야|며칠|며칠이야|얼마|얼마야|언제야|어디야|
    누구야|인가|그만|취소|고마워|안녕|종료|다음|멈춰|봐|줄여|올려|내려|읽어|(?<![위대통인관향])해|이야|거야|됐니|괜찮아|
    (?<=(?:^|\s))(?:와|가|돼|써|자|보내|열어|닫아|눌러|찾아|잡아|배고파|아파|졸려|떠|커|넣어|적어|들어|뭐라고)|
    (?:이|뭐|하|았|었|했|겠|있|없|되|오|가|주|보|며칠|먹|맞)(?:니|지|나|네)|(?:하|싶|없|있|좋|싫|같|겠|했|았|었|였|는|렵|춥|덥|쁘|프)다|\S돼|몰라|걸려|간다|한다|된다))$`
const endedEnglish = /(?:\b(?:please|thanks|thank you|stop|cancel|yes|no|okay|it is|is it|today|tomorrow|now))$/i

/**
 * Of an utterance as far as it goes; `whole`: nothing is missing, though nothing says that it is over, as in "오늘 날씨".
 */
export type Finish = 'finished' | 'unfinished' | 'whole' | 'open'

/** Classify how finished an utterance is, in Korean and English alike: the words tell which. */
export function finishOf(partial: string): Finish {
  const text = partial.normalize('NFC').trim()
  const bare = text.replace(/["'”’)\]]+$/u, '')
  if (bare === '') return 'open'
  if (/(?:\.{2,}|…|[,、~-])$/u.test(bare)) return 'unfinished'
  if (/[!?？！]$/u.test(bare)) return 'finished'
  // A recogniser that writes full stops writes them after everything: "엄마한테." is no more finished than "엄마한테".
  const words = bare.replace(/[.。\s]+$/u, '')
  if (readAnswer(words, 'harmless')) return 'finished'
  if (thinking.test(words)) return 'unfinished'
  if (isQuestionEnd(words) || over.test(words.normalize('NFD'))) return 'finished'
  if (stranded.test(words)) return 'finished'
  if (inLanguage.test(words) || particleVerb.test(words)) return 'whole'
  if (goesOn(words) || counting.test(words) || isPolitePause(words) || before.test(words)) return 'unfinished'
  if (ended.test(words) || endedEnglish.test(words) || asksEnglish.test(words)) return 'finished'
  if (waiting.test(words)) return 'unfinished'
  return words.split(/\s+/).length <= 4 ? 'whole' : 'open'
}

const goesOn = (words: string) =>
  describing.test(words) ||
  described.test(words.normalize('NFD')) ||
  hanging.test(words) ||
  thinking.test(words) ||
  opening.test(words) ||
  (leading.test(words) && !nouns.test(words)) ||
  (clause.test(words.normalize('NFD')) && !papers.test(words))

/** "일단은요", "비가 오면요", "그거 말이야": a pause that is polite, or wants to be listened to. But "부산은요" asks. */
function isPolitePause(words: string): boolean {
  const core = /^(.*?)(?:\s?말이(?:야|에요|예요|죠|지)|요)$/.exec(words)?.[1]
  if (core === undefined || core === '' || /^\S+[은는]$/.test(core)) return core !== undefined && hanging.test(core)
  return goesOn(core) || /말이\S+$/.test(words)
}

/** "보내니까" leads on, "갈까", "합니까" ask. */
const isQuestionEnd = (text: string) => /(?:ㅂ니까|[습합입갑됩]니까|[갈할볼될일살올]까)$/u.test(text)

/**
 * Milliseconds of silence after which `partial` is taken as whole. `isOver`: what its sound says, where that is
 * known. Words that are plainly finished or unfinished need no other witness; in between the sound decides, and over
 * a short command that it doubts the usual silence.
 */
export function endpointMs(partial: string, ms: EndpointMs = endpointDefaults, isOver?: boolean): number {
  const finish = finishOf(partial)
  if (isOver !== undefined && (finish === 'whole' || finish === 'open')) {
    if (isOver) return Math.min(ms.normal, ms.finished)
    return finish === 'whole' ? ms.normal : ms.unfinished
  }
  if (finish === 'whole') return Math.min(ms.normal, ms.finished + wholeMs)
  return finish === 'open' ? ms.normal : ms[finish]
}
