import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import type { Family, Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'
import { abilities } from '../topics/topic-answers.ts'

type Row = readonly [RegExp, (utterance: Utterance) => string]

const tail = '(?:[!.~ㅋㅎ ]*)'
const exact = (source: string) => new RegExp(`^(?:${source})${tail}$`, 'i')

/** Matches whole utterances only: "안녕이라는 노래" is not a greeting. */
const rows: Row[] = [
  [
    exact(
      inOneLine`
        안녕|안뇽|안녕하[세셔시][용염여유욥]?|안녕하세요|안녕하셔요|안녕하십니까|(?:하이)+|헬로우?|굿 ?모닝|굿 ?애프터눈|굿 ?이브닝|반가워요?|반갑습니다|좋은 ?(?:아침|저녁|하루)(?:이야|이에요|
        입니다)?|처음 ?뵙겠습니다|(?:안녕(?:하세요)? )?(?:저 |나 |제가 )?(?:오늘 )?처음 ?(?:써|사용해) ?(?:봐요?|보는데요?|봅니다|봤어요?)|hi|hello|hey|
        good (?:morning|afternoon|evening)|hi there|hello there|ㅎㅇ
      `,
    ),
    ({ say, facts }) => say.hello(nameIn(facts.map((fact) => fact.text))),
  ],
  [
    exact(
      inOneLine`
        (?:정말 |진짜 |너무 |아주 )?(?:고마[워웡]요?|고맙다|고맙습니다|감사해요?|감사합니다|땡큐)(?:[,.!]? ?(?:네 )?덕분에 [가-힣 ]{1,12}[어요다])?|(?:(?:정말 |진짜 |
        너무 )?(?:고마워요?|고맙습니다|감사해요?|감사합니다)[,.!~]* )?(?:정말 |진짜 |아주 )?(?:큰 |많은 )?도움이? ?(?:정말 |많이 |아주 |큰 )?(?:됐|되었)(?:어요?|네요?|
        습니다)|(?:도와|알려|답해) ?줘서 (?:정말 )?(?:고마워요?|고맙습니다|감사합니다)|(?:thanks?|thank you)(?: (?:a lot|so much|very much|
        you))?(?:,? that(?:.s| is| will be) (?:all|it|everything)(?: for (?:now|today))?)?|many thanks|ty|thx|ㄱㅅ|ㄳ|cheers
      `,
    ),
    ({ say }) => say.thanks,
  ],
  [
    exact(
      '잘 ?가|잘 ?있어|안녕히 ?(?:계세요|가세요)|또 ?봐요?|수고해(?:요)?|수고하세요|수고했어요?|수고하셨습니다|bye|good ?bye|bye bye|see you(?: later)?',
    ),
    ({ say }) => say.bye,
  ],
  [exact('잘 ?자(?:요)?|굿 ?(?:나잇|밤)|안녕히 ?주무세요|good ?night|sleep well'), ({ say }) => say.goodNight],
  [
    exact(
      inOneLine`
        네+|넵|넹|예|응+|엉|ㅇㅇ|ㅇㅋ|오케이|알겠(?:어요?|습니다)|알았어요?|그래요?|좋아요?|아니(?:요|야|에요|예요)?|ㄴㄴ|괜찮아요?|됐어요?|yes|yep|ok(?:ay)?|sure|no|
        nope|never ?mind|(?:no,? )?that(?:.s| is| will be) (?:all|it|everything|enough)(?: for (?:now|today))?|
        nothing else|그게 다(?:야|예요)|그거면 (?:됐어|돼)요?|이상이(?:야|에요)|이제 됐어요?
      `,
    ),
    ({ say }) => say.ready,
  ],
  [
    exact(
      inOneLine`
        (?:아 )?(?:잠깐|잠시)(?:만요?)?(?: ?기다려${GIVE}?)?|생각(?:을)? ?(?:좀|해)[가-힣 ]{0,8}|기다려${GIVE}?|(?:just )?(?:one|
        a|give me a) (?:moment|sec(?:ond)?|minute)|wait|hold on|let me (?:think|see)(?: about it)?|wow|oh+|우와+|와+|헐|대박
      `,
    ),
    ({ say }) => say.waiting,
  ],
  [
    exact(
      inOneLine`
        (?:방금|아까|지금)? ?(?:네가 |니가 )?(?:뭐|뭐라)(?:고)? ?(?:랬지|랬어|랬더라|했어|했지|그랬어|했니|했더라|말했어|말했지)요?|(?:방금 ?(?:한 ?)?(?:말|거|대답)(?:을|
        를)? ?)?(?:다시|한 ?번 ?더|또) ?(?:한 ?번 ?)?(?:말|얘기|이야기|말씀)(?:해)?${GIVE}?|못 ?(?:들었|봤)어(?:요)?|(?:say|
        tell me) (?:that|it) again|what did you (?:just )?say|(?:please )?repeat(?: that)?|pardon|come again
      `,
    ),
    ({ say, before }) => before.trim() || say.nothingSaid,
  ],
  [
    exact(
      inOneLine`
        (?:네가 |니가 |너 ?|아까 |방금 |지금 )*(?:답|대답|계산|날짜|시간|말|그거|이거|그건|이건)?(?:이|가|도|을|를)? ?(?:잘못(?:됐|되었|했|말했|알려줬|계산했|읽었|알아들었)어|
        틀렸(?:어|잖아|는데|네)|이상(?:해|하잖아|한데)|아니(?:잖아|라니까|었어))(?:요)?|(?:그게|내 말은|그런 ?(?:뜻|말)이) ?(?:그게 ?)?아니(?:야|라고|잖아|라니까)(?:요)?|
        (?:that|it|this)(?:'s| is| was) (?:wrong|not right|incorrect|not (?:what i|it)(?: asked| said| meant| wanted)?)|
        you(?:'re| are| were) wrong|wrong(?: answer)?|not what i (?:asked|said|meant|wanted)
      `,
    ),
    ({ say }) => say.wasWrong,
  ],
  [
    exact(
      inOneLine`
        (?:알림|알람|타이머)(?:이|가|은|는|도)? ?(?:왜 ?)?(?:안 ?(?:울려|울렸|왔|와|떴|떠)|못 ?(?:들었|받았))(?:어|네|는데|잖아|지|음|더라)?(?:요)?|(?:my |
        the )?(?:alarm|reminder|timer) (?:did not|didn't|does not|doesn't|never) (?:ring|rang|go off|come|work)
      `,
    ),
    ({ say }) => say.didNotRing,
  ],
  [
    exact('야+|저기요?|여보세요|거기 ?(?:있어|있니|있나요)|비서야|비서님'),
    (utterance) => chosenFrom(smallTalkMessages[utterance.language].called, utterance.seed),
  ],
  [exact("미안해?요?|죄송해요|죄송합니다|sorry|(?:i am|i'm) sorry"), ({ say }) => say.sorry],
  [
    exact(
      '(?:정말 |진짜 |참 )?(?:잘했어요?|최고(?:야|예요|다)?|훌륭해요?|똑똑하네요?|멋지다|멋져요?|대단해요?)|good job|well done|great|awesome|nice',
    ),
    ({ say }) => say.praise,
  ],
  [
    exact(
      inOneLine`
        너의 이름은|(?:네|당신의|니) ?이름은|(?:너는?|넌|당신은?|네|너의|이름이) ?(?:누구|뭐|이름이 ?뭐|정체가 ?뭐)(?:야|니|예요|에요|세요|지|냐|인가요|십니까)?|누구(?:야|세요|니|
        시죠|십니까)|자기 ?소개(?:를? ?해)?${GIVE}|(?:너는?|넌|당신은?) (?:사람|로봇|ai|인공지능|챗봇|모델|챗gpt|chatgpt|gpt|클로드|claude)(?:이야|
        야|이니|니|예요|에요|이에요|인가요|입니까)?|who are you|what are you|what's your name|what is your name|are you (?:a |
        an )?(?:chat ?gpt|gpt|claude|gemini|ai|robot|bot|human|person|language model|llm|real)(?: person)?|
        introduce yourself
      `,
    ),
    (utterance) => chosenFrom(smallTalkMessages[utterance.language].who, utterance.seed),
  ],
  [
    exact(
      inOneLine`
        (?:너는?|넌|당신은?)? ?(?:뭐|뭘|무엇을?|무슨 일을?|어떤 일을?|무슨 기능이|어떤 걸)(?:를)? ?(?:할 ?수 ?있어요?|할 ?수 ?있니|할 ?수 ?있나요|할 ?줄 ?알아요?|
        해 ?줄 ?수 ?있어요?|도와줄 ?수 ?있어요?|있어)|(?:할 ?수 ?있는|가능한) (?:일|것|거|기능)(?:이|을|은)? ?(?:뭐야|뭐예요|뭐지|뭐가 있어|(?:알려|보여)${GIVE})?|
        (?:.{0,20} )?(?:뭘|뭐를?|무엇을?|어떤 ?걸|무슨 ?말을?) ?(?:물어|시켜|부탁|말)[가-힣]{0,4} ?(?:되|돼|할|볼|하)[가-힣 ]{0,8}|(?:.{0,12} )?(?:이거|
        이건|이게)? ?어떻게 ?(?:쓰는|사용하는) ?(?:거|건)[가-힣]{0,4}|여기(?:다|에|다가)? ?(?:말을?|글을?)? ?(?:말)?(?:하|쓰|치)면 ?(?:되|돼)[가-힣 ]{0,7}|
        도움말|사용법(?: 알려${GIVE})?|기능 ?(?:(?:알려|보여)${GIVE}|목록)?|
        어떻게 ?(?:써|사용해|쓰는 거야)|help|help me|what can you (?:actually |really |
        even )?do(?: for me| here| without .{1,30})?|what do you do|how do i use (?:you|this)|(?:.{0,45}, ?)?what (?:can|
        should|do) i (?:ask|type|say|write)(?: you| here| to you)?|what are you able to do
      `,
    ),
    (utterance) => abilities(utterance).answer(''),
  ],
]

/** Greetings, thanks, "who are you", "what can you do": warm, short, and never pretending to be a model. */
export const talk: Family = (utterance) => {
  const row = rows.find(([shape]) => shape.test(utterance.text))
  return row && { weight: 3, answer: () => row[1](utterance) }
}

/** The person's name from the newest remembered fact. */
function nameIn(facts: string[]): string | undefined {
  return facts
    .map((fact) =>
      /^(?:사용자(?:의)? |내 |제 )?이름은 ?([가-힣a-z]{2,20}?)(?:이다|다|임|입니다|이야|야)?\.?$|^(?:my |the user's )?name is ([a-z][a-z '-]{1,30})\.?$/i.exec(
        fact,
      ),
    )
    .findLast(Boolean)
    ?.slice(1)
    .find(Boolean)
}
