import { GIVE, GIVING } from '../../../std/korean/grammar/ending.ts'
import { KIN } from '../../../std/korean/grammar/kin.ts'
import { asObject, josa, spelledOut } from '../../../std/korean/grammar/particles.ts'
import { formalForm, nominal } from '../../../std/korean/grammar/verb.ts'
import { finalConsonant } from '../../../std/korean/spelling/jamo.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'

/** A sentence pattern and the fact that it yields; undefined if there is none. */
type Rule = readonly [RegExp, (match: string[]) => string | undefined]

const I = '(?:나는|난|저는|전|나|저)'
const my = '(?:내|제|우리|저희|나의|저의)'
const ASKS = patternOf()`(?:해|어|아)${GIVE}`
const copula =
  '(?:이야|야|이에요|예요|입니다|(?<![게모책타레])임|이다|이라고 해|라고 해|이라고 해요|라고 해요|이라고 합니다|라고 합니다|이거든요?|거든요?|이었어|였어)'

/** Temporary states and activities. */
const states =
  '재택|재택 ?근무|휴가|여름휴가|출장|휴무|병가|외근|야근|방학|입원|격리|쉬는 날|파견|연차|반차|휴직|당직|시험 기간|다이어트|금주|금연'
const kin = `${KIN}|와이프|여동생|남동생|조카|친구`

/** Verbs by stem, as they end a sentence in 해체, 해요체 and 합쇼체, each with the noun that it is noted as. */
function verbs(informal: Record<string, string>): { said: string; noun(said: string): string } {
  const nouns = new Map(
    Object.entries(informal).flatMap(([stem, plain]) =>
      [plain, `${plain}요`, formalForm(stem)].map((said) => [said, nominal(stem)] as const),
    ),
  )
  return { said: `(${[...nouns.keys()].join('|')})`, noun: (said) => nouns.get(said) ?? said }
}

const liking = verbs({
  좋아하: '좋아해',
  싫어하: '싫어해',
  '좋아하지 않': '좋아하지 않아',
  '싫어하지 않': '싫어하지 않아',
})
const taking = verbs({ 먹: '먹어', 마시: '마셔' })
const leaving = verbs({
  '먹지 않': '먹지 않아',
  '먹지 못하': '먹지 못해',
  '마시지 않': '마시지 않아',
  '마시지 못하': '마시지 못해',
})
const being = verbs({ 살: '살아', 다니: '다녀', 일하: '일해' })
const doing = verbs({
  가: '가',
  떠나: '떠나',
  만나: '만나',
  이사하: '이사해',
  결혼하: '결혼해',
  '면접 보': '면접 봐',
  '시험 보': '시험 봐',
})

/** Words of degree: loud words say nothing in a note, the others do. */
const loud =
  '(?:(?:정말로?|진짜로?|사실|솔직히|워낙|원래|특히|너무(?: ?너무)?|엄청|되게|아주|매우|무척|굉장히|완전히?|참|꽤|많이) )*'
const degree = '((?:(?:제일|가장|더|별로|그다지|전혀|절대로?|아예|거의|다|잘) )*)'

// Words that point at something said or seen, or at nobody: a note of them means nothing later.
const vague = patternOf()`
    ^(?:[이그저요](?: |$)|(?:[이그저요](?:것|거|걸|건|게|때|쪽|렇게|런)|그냥|[내네니제]가|나|너|저|널|날|절|걔|얘|쟤|너희|당신|여기|거기|저기|아무(?:것|거)?|뭐)(?:을|를|
    은|는|도|만|에|의|한테)?(?: |$))`
// For a verb that needs a thing, times and amounts are none; a state of today only is no habit.
const nothing =
  /^(?:(?:다|더|많이|잘|제일|가장|별로|이제|요즘)(?:은|는|도)?$|(?:지금|오늘|아직|방금|어제|내일)(?:은|는|도)?(?: |$))/
const vagueEn = patternOf('i')`
    ^(?:it|that|this|these|those|you|your|him|her|them|how|what|when|where|to know|
    the (?:first|second|third|last|other|same)|one)\b`
/** Possessions that are only figures of speech: "내 말은 그게 아니야", "my question is …". */
const talk = /^(?:말|말씀|질문|생각|뜻|얘기|이야기|의견|문제|잘못|탓|부탁|차례|대답|답)$/
const talkEn = /^(?:question|point|problem|issue|guess|bad|opinion|mistake|idea|answer|fault|turn)s?$/i

/** Nouns whose 이 is their own: "고양이야" is 고양이 and 야, where "학생이야" is 학생 and 이야. */
const ownI = /(?:고양|호랑|원숭|거북|달팽|지렁|올챙|멍멍|야옹|어린|젊은|늙은|볶|놀|걸|둥|쟁|뱅|손잡|계란말)$/

/** Return the predicate without the copula: "고양이야" → 고양이; "아니야" says the contrary. Undefined for "그거야". */
function value(said: string, ending: string): string | undefined {
  if (vague.test(said)) return undefined
  if (/(?:^| )아니$/.test(said)) return `${said.slice(0, -2)}아님`
  return ending.startsWith('이') && ownI.test(said) ? `${said}이` : spelledOut(said)
}

function objectOf(thing: string, verb: string): string | undefined {
  return vague.test(thing) || nothing.test(thing) ? undefined : `${asObject(thing)} ${verb}`
}

/** A relative, with a name or without. */
const relative = `(?:${kin})(?: [가-힣]{2,4})?`

/**
 * Facts of people about themselves and theirs that are worth keeping: name, things of theirs, likes, allergies and
 * illnesses, plans, relations.
 */
export const rules: readonly Rule[] = [
  [
    new RegExp(`^(?:${I} (?:${my} )?|${my} )이름은? ?([가-힣a-z]{2,20}?)(?:${copula}|이라고|라고)?$`, 'i'),
    ([, name]) => `이름은 ${name}`,
  ],
  [
    new RegExp(`^${I} ([가-힣a-z]{2,20}?)(?:이라고|라고) (?:해|해요|합니다|불러${GIVE}?)$`, 'i'),
    ([, name]) => `이름은 ${name}`,
  ],
  // The topic particle first: in "고양이 이름은 나비야" the 이 belongs to the cat.
  ...(['은|는', '이|가'] as const).map(
    (particle): Rule => [
      new RegExp(`^${my} ([가-힣a-z][가-힣a-z\\d ]{0,30}?)(?:${particle}) (.{1,80}?)(${copula})$`, 'i'),
      ([, thing = '', said = '', ending = '']) => {
        // "내 이름 기억해줘 나는 서준이야" is a request, and then a name.
        const is = talk.test(thing) || ASKS.test(thing) ? undefined : value(said, ending)
        return is && `${josa(thing, '은/는')} ${is}`
      },
    ],
  ),
  [
    new RegExp(
      `^(?:내가|제가) ((?:제일 |가장 )?(?:좋아|싫어)하는 [가-힣a-z\\d ]{1,30}?)(?:은|는|이|가) (.{1,80}?)(${copula})$`,
      'i',
    ),
    ([, thing = '', said = '', ending = '']) => {
      const is = value(said, ending)
      return is && `${josa(thing, '은/는')} ${is}`
    },
  ],
  [
    new RegExp(`^${I} ${loud}(.{1,60}?) ?${loud}${degree}(안 )?${liking.said}$`),
    ([, thing = '', much = '', not = '', verb = '']) => objectOf(thing, much + not + liking.noun(verb)),
  ],
  [
    new RegExp(`^${I} ${loud}(.{1,60}?) ?${loud}${degree}(못 |안 )${taking.said}$`),
    ([, thing = '', much = '', not = '', verb = '']) => objectOf(thing, much + not + taking.noun(verb)),
  ],
  [
    new RegExp(`^${I} ${loud}(.{1,60}?) ${loud}${degree}${leaving.said}$`),
    ([, thing = '', much = '', verb = '']) => objectOf(thing, much + leaving.noun(verb)),
  ],
  [
    new RegExp(`^${I} (.{1,40}?) ?(?:알레르기|알러지)(?:가|는|도)? (?:있어|있어요|있습니다)$`),
    ([, thing]) => `${thing} 알레르기 있음`,
  ],
  // Food that somebody must not eat, whoever it is: "우리 딸은 새우를 못 먹어", "아들 서준이는 땅콩 알레르기가 있어".
  [
    new RegExp(
      inOneLine`
        ^(?:${my} )?(${relative}|(?!고양|호랑|원숭|어린|젊은|늙은)[가-힣]{2}이)(?:은|는|이|가) (.{1,40}?) ?(?:알레르기|알러지)
        (?:가|는|도)? (?:있어|있어요|있습니다|있다)$`,
    ),
    ([, who = '', thing]) => `${josa(who, '은/는')} ${thing} 알레르기 있음`,
  ],
  [
    new RegExp(`^(?:${my} )?(${relative})(?:은|는|이|가) (.{1,40}?)(?:을|를|은|는)? 못 ?먹(?:어|어요|습니다|는다)$`),
    ([, who = '', thing = '']) =>
      vague.test(thing) || nothing.test(thing) ? undefined : `${josa(who, '은/는')} ${asObject(thing)} 못 먹음`,
  ],
  [new RegExp(`^(?:${I} )?(\\d{4}년(?: ?\\d{1,2}월)?(?: ?\\d{1,2}일)? ?생)${copula}$`), ([, birth = '']) => birth],
  [
    new RegExp(`^${I} (.{1,60}?)(에서|에) ${being.said}$`),
    ([, place = '', at = '', verb = '']) => (vague.test(place) ? undefined : `${place}${at} ${being.noun(verb)}`),
  ],
  [
    new RegExp(
      `^${I} ((?:오늘|내일|모레|글피|(?:이번|다음|다다음) ?(?:주|달|주말)|주말|내년|\\d{1,2}월|\\d{1,2}일).{0,60}?)${doing.said}$`,
    ),
    ([, plan = '', verb = '']) => plan + doing.noun(verb),
  ],
  [
    new RegExp(`^(?:${I} )?(.{0,80}([가-힣]) (?:예정|계획))(?:이야|이에요|입니다)?$`),
    // 할, 갈, 읽을: what is still to come ends in ㄹ.
    ([, plan, last = '']) => (finalConsonant(last) === 8 ? plan : undefined),
  ],
  [
    new RegExp(`^(?:${I} |우리 )?(\\S+ .{0,80}기로) ?(?:정?했어요?|정?했습니다|정?했다)$`),
    ([, plan = '']) => (vague.test(plan) ? undefined : `${plan} 함`),
  ],
  [
    new RegExp(
      `^([가-힣]{2,5}?)(?:은|는|이|가) ${my} (형|누나|언니|오빠|동생|남동생|여동생|친구|남편|아내|아들|딸|상사|동료|강아지|고양이)${copula}$`,
    ),
    ([, who = '', role]) => (vague.test(who) ? undefined : `${josa(who, '은/는')} ${role}`),
  ],
  [
    new RegExp(
      inOneLine`
        ^(?:${I} |우리 )?((?:오늘|이번 ?주|다음 ?주|이번 ?달|다음 ?달|올해|내년|\\S{1,10}(?: \\S{1,6})?까지)(?:은|는|엔|에는|
        만)?(?: 내내)? (?:\\S+ ){0,3}(?:${states}))(?:이야|야|이에요|예요|입니다|이다|임|중이야|중이에요)?$
      `,
    ),
    ([, state]) => state,
  ],
  [
    new RegExp(
      inOneLine`
        ^(?:${my} )?((?:${kin}) [가-힣]{2,4}(?:의)? (?:생일|생신|전화번호|연락처|나이|주소|혈액형|학교|직장)(?:은|는|
        이) (?!.*${GIVING}$).{1,60}?)(?:${copula}|이라고|(?<=[가-힣])라고)?$`,
    ),
    ([, fact]) => fact,
  ],
  // "동생 생일 1월 18일이래", "엄마 생일은 3월 5일": whose day it is, said by whomever; without particle and ending it is a title.
  [
    new RegExp(
      inOneLine`
        ^(?:${my} )?((?:${kin}|[가-힣]{2,4})(?:의)? (?:생일|생신|결혼기념일|기념일|면접|시험|이사|수술|여행|제사|기일|월급날|집들이|결혼식|졸업식|입학식))(은|는|이|
        가)? ((?:음력 )?\\d{1,2}월 ?\\d{1,2}일)(${copula}|이래|래|이라더라|이라던데|이라고 하더라|이라네)?(?:요)?$
      `,
    ),
    ([, what = '', particle, day, ending]) => (particle || ending) && `${josa(what, '은/는')} ${day}`,
  ],
  [
    patternOf('i')`
    ^(?:i'm|i am|i'll be|i will be) ((?:on vacation|on leave|away|working from home|out of office|traveling|
    travelling)(?: .{0,30})?(?:this week|next week|this month|today|(?:until|till|through) .{2,20}))$
  `,
    ([, state]) => state,
  ],
  [
    patternOf('i')`
    ^(?:this week|next week|this month),? (?:i'm|i am|i'll be|i will be|i) ((?:on vacation|on leave|away|
    working from home|work from home|out of office|traveling|travelling).{0,30})$
  `,
    ([whole = '']) => whole.replace(/,? (?:i'm|i am|i'll be|i will be|i) /i, ': '),
  ],
  [/^my name(?:'s| is) ([a-z][a-z .'-]{0,40})$/i, ([, name]) => `name is ${name}`],
  [/^(?:i am|i'm) called ([a-z][a-z .'-]{0,40})$|^call me ([a-z][a-z .'-]{0,40})$/i, ([, a, b]) => `name is ${a ?? b}`],
  [
    /^my ([a-z][a-z\d '-]{1,40}?) (is|was|are) (.{1,80})$/i,
    ([, thing = '', verb, is = '']) => (talkEn.test(thing) || vagueEn.test(is) ? undefined : `${thing} ${verb} ${is}`),
  ],
  [
    /^i (?:really |just )?(like|love|prefer|hate|dislike|can't eat|don't eat|don't like) (.{2,80})$/i,
    ([, verb = '', thing = '']) =>
      vagueEn.test(thing)
        ? undefined
        : `${verb.toLowerCase()}s ${thing}`.replace(/^(can't|don't) (eat|like)s/, '$1 $2'),
  ],
  [
    patternOf()`
      ^(?:my [a-z-]{2,20} )?([A-Z][a-z]{1,20}'s (?:birthday|phone number|address|blood type|school|job|
      favou?rite [a-z]+) (?:is|are) .{1,60})$`,
    ([, fact = '']) => (vagueEn.test(fact.replace(/^.+? (?:is|are) /, '')) ? undefined : fact),
  ],
  [/^i was born (?:in|on) ([a-z\d ,]{4,30})$/i, ([, birth]) => `born in ${birth}`],
  [/^(?:i am|i'm) allergic to (.{2,60})$/i, ([, thing]) => `allergic to ${thing}`],
  [
    /^i (live in|work at|work for|work as) (.{2,60})$/i,
    ([, verb = '', place]) => `${verb.toLowerCase().replace(/^(live|work)/, '$1s')} ${place}`,
  ],
]
