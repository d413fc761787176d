/** The numbering of a level of a list. */
export interface ListLevel {
  start: number
  /** The look of the first number: `1`, `a`, `가`, `①` …; `aa` goes on as aa, bb where `a` goes on as aa, ab. */
  first: string
  /** The mark, with `%1` for the number of the outmost level: `%1.%2.`, `제%1조`. Empty: none is shown. */
  text: string
  /** Numbers of every level in the mark are written as 1, 2, 3. */
  isDecimal?: boolean
  /** Goes on behind a paragraph of a level outside it. */
  goesOn?: boolean
}

/** Numbers that stand in a row, by the first of them; behind the last one most are written as 1, 2, 3. */
const rows: Readonly<Record<string, readonly string[]>> = {
  가: [...'가나다라마바사아자차카타파하'],
  ㄱ: [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'],
  '①': [...'①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'],
  '⑴': [...'⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇'],
  '⒈': [...'⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛'],
  일: '일 이 삼 사 오 육 칠 팔 구 십'.split(' '),
  一: '一 二 三 四 五 六 七 八 九 十'.split(' '),
}

/** Rows that begin again behind their last sign, as LibreOffice writes them. */
const around = new Set(['가', 'ㄱ'])

const romans = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
})

/** Roman numbers and letters are written up to here. */
const mostWritten = 3_999

function romanNumber(number: number): string {
  let [rest, written] = [number, '']
  for (const [sign, value] of romans) for (; rest >= value; rest -= value) written += sign
  return written
}

const letterOf = (number: number) => String.fromCharCode(97 + ((number - 1) % 26))

/** 1 → a, 26 → z, 27 → aa, 28 → ab. */
const lettersOf = (number: number): string =>
  (number > 26 ? lettersOf(Math.floor((number - 1) / 26)) : '') + letterOf(number)

/**
 * A number of a list as its kind is written (`first` of a level). Numbers that a kind has no sign for are written as
 * 1, 2, 3.
 */
export function listNumber(number: number, first: string): string {
  if (first === '') return ''
  const lower = first.toLowerCase()
  const row = rows[first]
  let written = row?.[around.has(first) && number > 0 ? (number - 1) % row.length : number - 1]
  if (first === '01') written = String(number).padStart(2, '0')
  if (number > 0 && number <= mostWritten) {
    if (lower === 'i') written = romanNumber(number)
    if (lower === 'a') written = lettersOf(number)
    if (lower === 'aa') written = letterOf(number).repeat(Math.ceil(number / 26))
  }
  return (first === lower ? written : written?.toUpperCase()) ?? String(number)
}

/** Counts on in a list and writes the mark of the new entry. `counts` (numbers so far, by level) is changed. */
export function nextMark(
  levels: readonly (ListLevel | undefined)[],
  counts: (number | undefined)[],
  level: number,
): string {
  const own = levels[level]
  const before = counts[level]
  counts[level] = before === undefined ? (own?.start ?? 1) : before + 1
  for (let inner = level + 1; inner < counts.length; inner++) if (!levels[inner]?.goesOn) counts[inner] = undefined
  return (own?.text ?? '').replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1
    const number = counts[at] ?? levels[at]?.start ?? 1
    return listNumber(number, own?.isDecimal ? '1' : (levels[at]?.first ?? '1'))
  })
}
