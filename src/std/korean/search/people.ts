import { keptByText } from '../../by-text.ts'

/** Roles of people to the person who speaks. Words for the same are in one row. */
const roles: readonly (readonly string[])[] = [
  ...[
    ['엄마', '어머니', '어머님', 'mother', 'mom'],
    ['아빠', '아버지', '아버님', 'father', 'dad'],
  ],
  ...[
    ['아내', '와이프', '집사람', 'wife'],
    ['남편', '신랑', 'husband'],
    ['딸', '큰딸', '작은딸', 'daughter'],
    ['아들', '큰아들', '작은아들', 'son'],
  ],
  ...[
    ['누나', '언니', 'sister'],
    ['형', '오빠', 'brother'],
    ['여동생'],
    ['남동생'],
    ['동생'],
    ['첫째'],
    ['둘째'],
    ['막내'],
  ],
  ...[
    ['할머니', 'grandmother', 'grandma'],
    ['할아버지', 'grandfather', 'grandpa'],
    ['이모', 'aunt'],
    ['고모'],
    ['삼촌', 'uncle'],
    ['조카', 'nephew', 'niece'],
    ['사촌', 'cousin'],
  ],
  ...[
    ['장모님', '장모'],
    ['장인어른', '장인'],
    ['시어머니'],
    ['시아버지'],
    ['여자친구', '여친', 'girlfriend'],
    ['남자친구', '남친', 'boyfriend'],
  ],
  ...[
    ['친구', 'friend'],
    ['상사', 'boss'],
    ['팀장님', '팀장'],
    ['동료', 'colleague', 'coworker'],
    ['강아지', '개', 'dog'],
    ['고양이', 'cat'],
  ],
]
const every = roles.flat().toSorted((a, b) => b.length - a.length)
const korean = every.filter((word) => /[가-힣]/.test(word)).join('|')
const english = every.filter((word) => /[a-z]/.test(word)).join('|')

/** Most lines speak of nobody: they are passed over by one look. */
const speaksOfSomebody = new RegExp(`(?<![가-힣])(?:${korean})|\\b(?:${english})\\b`)

/** Words that stand behind a role and name nobody. */
const noName =
  /^(?:생일|생신|이름|나이|전화|번호|학교|직장|회사|결혼|선물|병원|약속|주소|취미|학원|유치원|사진|생각|얘기|이야기|집|차|방|옷|키|친구|말|밥|것|거|사람|아이|다음|이번|오늘|내일)/

/** Shapes of sentences that name somebody; the groups are the role and the name, or the other way round. */
const shapes: readonly [RegExp, role: number, name: number][] = [
  [
    new RegExp(
      `(?<![가-힣])(${korean})(?:의)? 이름(?:은|이) ([가-힣]{1,4}?)(?:이야|야|이에요|예요|입니다|이다|다)?(?=[ .,(]|$)`,
      'g',
    ),
    1,
    2,
  ],
  [new RegExp(`^(?:우리 |내 |제 )?(${korean})(?:은|는) ([가-힣]{2,4}?)(?:이야|야|이에요|예요|입니다)?$`, 'g'), 1, 2],
  [
    new RegExp(`^([가-힣]{2,5}?)(?:이)?(?:은|는) (?:우리 |내 |제 )?(${korean})(?:이야|야|이에요|예요|입니다)?$`, 'g'),
    2,
    1,
  ],
  [new RegExp(`(?<![가-힣])(${korean}) ([가-힣]{2,3})이(?=(?:가|는|를|의|랑|에게|한테|도|네)?(?: |$))`, 'g'), 1, 2],
  [new RegExp(`\\b(${english})(?:'s name)? (?:is |is called |is named |named |called )?([A-Z][a-z]+)\\b`, 'g'), 1, 2],
  [new RegExp(`\\b([A-Z][a-z]+) is (?:my |our )?(${english})\\b`, 'g'), 2, 1],
]

/** A word of a text for somebody, and another one for the same person. */
export interface Namesake {
  word: string
  means: string
}

/** Return the roles that a text speaks of, in any of their words: 와이프 is 아내. */
export const rolesIn = (text: string): ReadonlySet<number> =>
  new Set(roles.flatMap((words, row) => (words.some((word) => holdsWord(text, word)) ? [row] : [])))

/** Of a role that more people than this have, nobody is meant in particular. */
const mostNames = 3

/**
 * Who is who among people that texts speak of ("딸 이름은 지은", "Emma is my daughter"): for any other text the words that
 * mean the same people and do not stand in it. "딸 생일" speaks of 지은, too, and "지은이 생일" of 딸.
 */
export function peopleIn(texts: Iterable<string>): (text: string) => Namesake[] {
  const names = new Map<number, Set<string>>()
  const add = (row: number, called: string) => names.set(row, (names.get(row) ?? new Set()).add(called))
  const [perhaps, topics]: [(readonly [row: number, called: string])[], Set<string>] = [[], new Set()]
  for (const text of texts) {
    for (const [row, called] of namedIn(text)) add(row, called)
    perhaps.push(...perhapsNamedIn(text))
    topics.add(topicOf(text))
  }
  for (const [row, called] of perhaps) if (topics.has(called)) add(row, called)
  return (text) =>
    [...names].flatMap(([row, called]) => {
      const known = roles[row] ?? []
      const role = known.find((word) => holdsWord(text, word))
      const named = [...called].find((name) => holdsWord(text, name))
      if (named) return role ? [] : known.slice(0, 1).map((means) => ({ word: named, means }))
      return role && called.size <= mostNames ? [...called].map((means) => ({ word: role, means })) : []
    })
}

/** Characters of lines whose people are kept: a page is asked about after each of its changes. */
const linesKept = 1 << 20

/**
 * "딸 은서는 …": a role and what may be a name, or something of theirs ("딸 학원은"). It is a name where other lines begin
 * with it.
 */
const perhapsNamed = new RegExp(`(?<![가-힣])(${korean}) ([가-힣]{2,3})(?:은|는|이가|이는|가|를|을|의) `)

const perhapsNamedIn = keptByText((text): (readonly [row: number, called: string])[] => {
  const [, role = '', called = ''] = (speaksOfSomebody.test(text) && perhapsNamed.exec(text)) || []
  const row = roles.findIndex((words) => words.includes(role))
  return called && !noName.test(called) && !every.includes(called) ? [[row, called]] : []
}, linesKept)

/** The word that a line begins with, without its particle. */
const topicOf = (text: string): string =>
  /^([가-힣]{2,3}?)(?:이)?(?:은|는|가|를|을|의|에게|한테)? /.exec(text)?.[1] ?? ''

/** Whom a line names, as a row of `roles` and a name. */
const namedIn = keptByText((text): (readonly [row: number, called: string])[] => {
  if (!speaksOfSomebody.test(text)) return nobody
  return shapes.flatMap(([shape, role, name]) =>
    [...text.matchAll(shape)].flatMap((hit) => {
      const called = (hit[name] ?? '').replace(/(?<=[가-힣]{2})이$/, '')
      const row = roles.findIndex((words) => words.includes(hit[role] ?? ''))
      return called && row >= 0 && !noName.test(called) && !every.includes(called) ? [[row, called] as const] : []
    }),
  )
}, linesKept)

const nobody: never[] = []

/** A word that begins where a word begins: 딸 does not stand in 딸기, nor 형 in 형태. */
function holdsWord(text: string, word: string): boolean {
  const after = word.length === 1 ? '(?:[은는이가을를의도과와랑]|한테|에게|이랑|하고)?(?![가-힣])' : ''
  return /[가-힣]/.test(word)
    ? new RegExp(`(?<![가-힣])${word}${after}`).test(text)
    : new RegExp(`\\b${word}\\b`, 'i').test(text)
}
