import { inOneLine } from '../../text/pattern.ts'
/** `rest`: what waits behind this one, which may be dropped while this one goes on ("네, 나머지는 취소"). */
export type AnswerKind =
  | 'nod'
  | 'letters'
  | 'sound'
  | 'do'
  | 'shake'
  | 'stop'
  | 'all'
  | 'rest'
  | 'hold'
  | 'hum'
  | 'filler'

const POLITE = '(?:요|용|욧|여)?'
const PLEASE = `(?:줘${POLITE}|주세${POLITE}|주십시오|주시길|주라|줄래${POLITE}|주실래${POLITE}|주시겠어요|주시면돼요|달라|주시면(?:돼요|됩니다))`
const ASK = `부탁(?:해${POLITE}|할게${POLITE}|드려${POLITE}|드립니다|드릴게요|합니다)?`
/** How an action is told to go on: 해, 해줘, 하세요, 할게요, 하겠습니다, 시켜줘. */
const GO = inOneLine`
  (?:해(?:${PLEASE}|요|라|도(?:돼|되)(?:요)?|도됩니다)?|하(?:자|세${POLITE}|십시오|시죠|시면돼요|죠|면돼|면됩니다|겠습니다|고말고)|할게${POLITE}|
  할래${POLITE}|합니다|합시다|시켜(?:${PLEASE})?|바랍니다|${ASK})
`
const STOP_GO = inOneLine`
  좀?(?:해(?:${PLEASE}|요|라|버려)?|하(?:자|세${POLITE}|십시오|겠습니다|고싶어${POLITE}|죠|는게좋겠어${POLITE}|는걸로)|할게${POLITE}|할래${POLITE}|
  할거야|할거예요|할께${POLITE}|합니다|합시다|시켜(?:${PLEASE})?|${ASK}|요)
`
const DONT = inOneLine`
  (?:마${POLITE}|마라|마세${POLITE}|마십시오|말아${PLEASE}|말아라|말아${POLITE}|말자|말래${POLITE}|말고${PLEASE}?취소해(?:${PLEASE})?|
  않을게${POLITE}|않을래${POLITE}|않겠습니다|않아도(?:돼|되)${POLITE}|않아도됩니다)
`
const THING = '(?:이거|이건|그거|그건|이체|송금|거래|주문|예약)(?:는|은|을|를|건)?'

/**
 * The words of an answer, blanks removed; the longest that fits is taken at each place. Whatever none fits makes it
 * no answer.
 */
const WORDS: Record<AnswerKind, string[]> = {
  nod: [
    '네+[에엥넹]*',
    '(?:넵|넹|네엡|옙|예|예예|녜)',
    '(?:그래|그럼|그러자|그러죠|그러지뭐|그러세|그럽시다|당연하지|당연하죠|당연|당연히|물론이지|물론이죠|물론|물론입니다)요?',
    '그러세요|그러시죠|그럼요|정확해요?|정확합니다|당근|오냐|thatsright|그렇습니다|그렇고말고요?',
    '(?:그거|그게|이게|(?:그|이)?금액)?(?:맞아|맞어|맞지|맞죠|맞네)요?|맞습니다|맞고요|맞음',
    '좋아요?|좋습니다|좋지요?|좋죠|좋네요?',
    '확인|확인했어요?|확인했습니다|확인했으니|확인이요|확인요',
    inOneLine`
      오케이|오키|오케|오케바리|콜|예스|옛썰|승인|동의|찬성|됩니다|ok|okay|okey|yes|yep|yup|yeah|yea|sure(?:thing)?|
      (?:thats|thatis|itis)?correct|right|absolutely|ofcourse|
      confirm(?:ed)?|(?:looks|sounds)good`,
  ],
  // A yes as it is typed; as a sound people also make it while they think.
  letters: ['(?:응|웅|엉|응웅|으응)+', 'ㅇㅇ+', 'ㅇ+ㅋ+', 'ㄱㄱ+', '고고+', 'y+|kk?'],
  // Sounds and single letters, which are no word however they come.
  sound: ['[으우]*어[응웅엉으어]*', '(?:ㅇ|ㄱ|ㅔ|ㅖ)', '(?:o|m+h+m+|u+h+h+u+h+)+'],
  do: [
    inOneLine`
      보내(?:${PLEASE}|요|라|자|세요|십시오|죠|도(?:돼|되)요?|도됩니다|도좋아요?|면돼요?|면됩니다|버려|시면돼요|셔도(?:돼|되)요?|셔도됩니다|셔도좋(?:아요?|습니다)|시죠|고말고|
      주시면(?:돼요|됩니다|감사하겠습니다))?`,
    `보낼게${POLITE}|보내겠습니다|보냅시다|부쳐(?:${PLEASE}|요)?|쏴(?:${PLEASE})?`,
    `(?:이체|송금|진행|승인|동의|실행|처리|확정)${GO}|이체|송금|진행|확정`,
    inOneLine`
      (?:계속|그대로|그냥그대로|그렇게|이대로|바로|얼른|빨리|그럼|그러면)?(?:해|하)(?:${PLEASE}|세요|십시오|자|시죠)|
      (?:그대로|그렇게|이대로)(?:해|해요|할게요?|하겠습니다|하면돼요?)|그대로|이대로`,
    `해|할게${POLITE}|하겠습니다|${ASK}`,
    inOneLine`
      (?:please)?(?:confirmit|sendit|sendthemoney|send|doit|goahead|goforit|proceed|transferit|letsgo|letsdoit)
      (?:now)?(?:please)?`,
  ],
  shake: [
    inOneLine`
      아니(?:야|다|요|오|용|여|에요|예요|거든요?|죠|지)?|아녀|아뇨|아냐|아닙니다|아니아니|ㄴㄴ+|ㄴ|노|노노|노우|no|nope|nah|n|negative|싫어요?|싫은데요?|싫습니다|시러요?|
      거절|거절할게요?|거절합니다`,
  ],
  stop: [
    `(?:${THING})?(?:그냥)?취소(?:${STOP_GO})?|(?:${THING})?취소하고다음(?:거|것|걸로|건|꺼)?(?:로)?(?:넘어가(?:${PLEASE}|자)?|하자)?`,
    `(?:${THING})?(?:절대|아직|지금은|그냥)?(?:보내지|하지|이체하지|송금하지|진행하지|실행하지|이체는하지|송금은하지)(?:는)?${DONT}`,
    inOneLine`
      (?:${THING})?(?:그냥)?안(?:보내도될것같아|할래|할게|할께|할거야|할거예요|해도돼|해도될것같아|해도되|해도됩니다|해|하겠습니다|보낼래|보낼게|보낼께|보내도돼|보내도되|보내도됩니다|보내|
      보내겠습니다|보낼거야|보낼거예요|돼|되|됩니다|하고싶어|이체할래|이체할게)${POLITE}
    `,
    'noway|보내면안(?:돼|되|됩니다)요?|안보내줘도(?:돼|되)요?|절대안(?:돼|되|됩니다)요?|절대(?:로)?싫어요?',
    '(?:지금은|이제|그냥|이건|그건)?됐(?:어|어요|습니다|고요|네요|다|거든요?)',
    '(?:이제|그냥|이체|송금)?그만(?:해(?:줘|요|라|주세요)?|할래요?|할게요?|하자|하세요|하겠습니다|둬(?:요)?|둘래요?|둘게요?|두자|두세요|두겠습니다)?',
    inOneLine`
      관둬요?|관둘래요?|관둘게요?|관두자|때려치워|멈춰(?:줘|요|주세요)?|멈추세요|스톱|스탑|중지(?:해(?:줘|요|주세요)?|할게요?)?|철회(?:할게요?|해줘|해주세요)?|
      중단(?:해(?:줘|요|주세요)?|할게요?)?`,
    '(?:이제)?필요(?:없어|없습니다|없어졌어|없을것같아)요?|그냥둬요?|그냥두세요|냅둬요?',
    '(?:다음에|나중에|이따가?)(?:할게|할래|보낼게|하자|이체할게|할께)요?|다음(?:에|번에)하겠습니다|나중에요?|다음에요?',
    inOneLine`
      (?:그냥)?없던(?:일|걸)로(?:해(?:줘|주세요)?|하자|할게요?)?|잘못(?:말했어|눌렀어|입력했어)요?|마음(?:이)?바뀌었어요?|다음(?:걸|거|건|것|꺼)(?:으)?로(?:넘어가(?:줘|자|
      주세요)?)?|넘어가(?:줘|자|주세요)?|건너뛰어(?:줘|주세요)?|패스
    `,
    inOneLine`
      (?:please)?(?:cancel|stop|abort)(?:it|that|this)?(?:please)?|dont(?:sendit|send|doit)?|donot(?:sendit|send|doit)?|
      nevermind|nothanks|nothankyou|skipit|skip|forgetit|notnow
    `,
  ],
  all: [
    '(?:싹)?다|전부(?:다)?|모두(?:다)?|전체(?:다)?|모조리|싹|(?:둘|셋|넷|[두세네]건|[두세네]개)(?:다|모두)|(?:이체|송금)(?:전부|모두)',
    'all|everything|themall|allofthem',
  ],
  // Who says it has not decided yet: no yes beside it counts.
  hold: [
    // Who checks has not agreed yet.
    `확인(?:은|을|만|도)?(?:좀|한번)?(?:해${PLEASE}|해(?:보고|볼게|볼래|봐|보자|야)|할게|할래|하자|하고|하는중)${POLITE}`,
    '(?:잠깐|잠시)(?:만)?(?:요|기다려(?:봐|줘|주세요)?요?)?',
    '(?:hold|hang)on|wait(?:a(?:minute|second|moment))?',
  ],
  rest: ['(?:나머지|남은거|남은것|뒤에거)(?:도|는|까지)?(?:다|전부|모두)?'],
  hum: ['음+|저기'],
  filler: [
    inOneLine`
      (?:아|오|자|에이|그냥|그렇게|이제|(?:바로|지금|지금바로|당장|얼른|빨리|어서)(?:요)?|(?:right)?now|
      그럼|그러면|계속|괜찮아|괜찮아요|괜찮습니다|알겠어|알겠어요|알겠습니다|알았어|알았어요|고마워|고마워요|감사합니다|감사해요|
      감사|미안|미안해|미안해요|죄송해요|죄송합니다|수고|thanks|thankyou|please|plz|비서야|(?:문제|이상)없(?:어요?|습니다)|아그래요?|오그래요?)
    `,
    `(?:취소|걱정|중단|멈추)(?:하)?지(?:는)?(?:말고(?:요)?|${DONT})|그만(?:하|두)지${DONT}|취소말고|취소(?:는)?안(?:해|할래|할게|하고|함|해도돼)${POLITE}`,
    '(?:dont|donot)(?:cancel|stop)(?:it)?',
  ],
}

const TOKEN = new RegExp(
  `^(?:${Object.entries(WORDS)
    .map(([kind, words]) => `(?<${kind}>${words.join('|')})`)
    .join('|')})$`,
)
const LONGEST = 20

/** Return true if one word answers by itself, however it is meant: "취소", "응", "보내". */
export function isAnswerWord(word: string): boolean {
  const [kind, to] = longest(word, 0)
  return to === word.length && kind !== undefined && kind !== 'filler' && kind !== 'hum'
}

/** What each word of it is, in its order; undefined where one is none of them. */
export function answerKinds(said: string): AnswerKind[] | undefined {
  const kinds: AnswerKind[] = []
  for (let at = 0; at < said.length; ) {
    const [kind, to] = longest(said, at)
    if (!kind) return undefined
    kinds.push(kind)
    at = to
  }
  return kinds
}

function longest(said: string, at: number): [AnswerKind | undefined, number] {
  for (let to = Math.min(said.length, at + LONGEST); to > at; to--) {
    const groups = TOKEN.exec(said.slice(at, to))?.groups
    if (groups) return [Object.keys(groups).find((kind) => groups[kind] !== undefined) as AnswerKind, to]
  }
  return [undefined, at]
}
