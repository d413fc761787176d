/**
 * A place in a list that several devices change: steps of one width, so that places compare as texts do. A step is a
 * number and the mark of who made it when (`markOf`), which keeps what two devices put in the same gap apart, each as
 * one block.
 */
export type Position = string

const numberWidth = 8
const timeWidth = 9
const deviceWidth = 6
const markWidth = timeWidth + deviceWidth
const stepWidth = numberWidth + markWidth
const middle = 0x80000000
/** Numbers grow by one with each line: what is outside was made by nobody. */
const [least, most] = [0x10000000, 0xf0000000]
/** A place this deep would need thousands of people who take turns to write between the same two lines. */
const mostSteps = 200

/** Mark of the writer and the time: blocks that two devices put in the same gap stand in the order of their times. */
export function markOf(device: string, at: number): string {
  const time = Math.max(0, Math.floor(at)).toString(36).padStart(timeWidth, '0').slice(-timeWidth)
  return time + device.toLowerCase().slice(-deviceWidth).padStart(deviceWidth, '0')
}

/** True if a text from elsewhere is a place. */
export function isPosition(text: unknown): text is Position {
  if (
    typeof text !== 'string' ||
    text.length === 0 ||
    text.length > mostSteps * stepWidth ||
    text.length % stepWidth !== 0
  )
    return false
  if (!/^[0-9a-z]+$/.test(text)) return false
  for (let at = 0; at < text.length; at += stepWidth) {
    const digits = text.slice(at, at + numberWidth)
    const number = Number.parseInt(digits, 16)
    if (!/^[0-9a-f]{8}$/.test(digits) || number < least || number > most) return false
  }
  return true
}

/** `count` places behind `before` and ahead of `after`, in their order. Where both are missing the list is empty. */
export function placesBetween(
  before: Position | undefined,
  after: Position | undefined,
  mark: string,
  count: number,
): Position[] {
  const own = before === undefined ? undefined : continueBlock(before, after, mark, count)
  if (own) return own
  const block = placeBetween(before, after, mark)
  return Array.from({ length: count }, (_, i) => block + stepText(middle + i, mark))
}

/** Behind a line of one's own its block goes on, so that places stay short. */
function continueBlock(
  before: Position,
  after: Position | undefined,
  mark: string,
  count: number,
): Position[] | undefined {
  const last = before.slice(-stepWidth)
  if (last.slice(-deviceWidth) !== mark.slice(-deviceWidth)) return undefined
  const [outer, number] = [before.slice(0, -stepWidth), numberOf(last)]
  const places = Array.from({ length: count }, (_, i) => outer + stepText(number + 1 + i, last.slice(numberWidth)))
  return after === undefined || (places.at(-1) ?? '') < after ? places : undefined
}

function placeBetween(before: Position | undefined, after: Position | undefined, mark: string): Position {
  if (before === undefined) return after === undefined ? stepText(middle, mark) : stepText(numberOf(after) - 1, mark)
  // As few steps as will do: behind the last line one is enough, however many devices took turns.
  for (let end = 0; end < before.length; end += stepWidth) {
    const beside = before.slice(0, end) + stepText(numberOf(before.slice(end)) + 1, mark)
    if (beside > before && (after === undefined || (beside < after && !after.startsWith(beside)))) return beside
  }
  const isInside = after !== undefined && after.length > before.length && after.startsWith(before)
  return before + stepText(isInside ? numberOf(after.slice(before.length)) - 1 : middle, mark)
}

const numberOf = (place: Position): number => Number.parseInt(place.slice(0, numberWidth), 16)
const stepText = (number: number, mark: string): string => number.toString(16).padStart(numberWidth, '0') + mark
