/** Somebody whom the person speaks of as theirs; a given name has two syllables. */
const relative =
  '(?:우리 )?(?:엄마|아빠|어머니|아버지|할머니|할아버지|누나|언니|형|오빠|동생|남동생|여동생|친구|아내|와이프|남편|아들|딸|이모|고모|삼촌|조카|장모님|장인어른|시어머니|시아버지|(?:팀장|사장|부장|과장|선생)님|[가-힣]{2}(?:이|씨)?)'
/** "친구 생일 언제야?", "민수 전화번호가 뭐야?": of somebody whom only the person knows. */
export const ofSomebody = new RegExp(
  `^${relative}(?:의|은|는|이|가)? (?:생일|생신|전화번호|번호|연락처|나이|주소|직업|혈액형|이름|집|취미|이메일|메일|결혼기념일|기일)(?:은|는|이|가|을|를)? `,
)
/** "엄마 어디 살아?", "할머니 뭐 좋아했더라?": who, and what of them. */
export const deedOf = new RegExp(
  `^(${relative})(?:은|는|이|가)? (?:어디(?:에|서|에서)?|뭐|뭘|무엇을?|무슨 [가-힣]+) ?(살|좋아|싫어|다니|일하)[가-힣 ]{1,8}$`,
)
const list =
  /^(?:내 )?([가-힣]{2,6}(?: [가-힣]{2,6})?) ?(?:목록|리스트)(?:에|을|를|은|는)? ?(?:(?:뭐|뭐가|좀|다) ?)*(?:보여|알려|말해|있|뭐|읽어)[가-힣 ]{0,8}$|^(?:what(?:'s| is) on|show(?: me)?|read) (?:my |the )?([a-z]{3,15}(?: [a-z]{3,10})?) list$/i

/** "장보기 목록 보여줘", "what's on my shopping list": which notes are lines of the list that is asked for. */
export function listAsked(text: string): ((fact: { text: string }) => boolean) | undefined {
  const [, korean, english] = list.exec(text) ?? []
  const head = korean ? `${korean} 목록: ` : `${english} list: `
  return korean || english ? (fact) => fact.text.toLowerCase().startsWith(head.toLowerCase()) : undefined
}
