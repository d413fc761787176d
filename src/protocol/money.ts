/** A payment or an income as it is asked to be booked. */
export interface MoneyItem {
  won: number
  kind: 'spent' | 'income'
  /** The thing that it was for; '' where nobody said. */
  what: string
  place?: string
  /** The person with whom, to whom or from whom. */
  person?: string
  /** The day, as ISO text. */
  day: string
  /** A category as a person calls it; found by the words where it is not said. */
  category?: string
  /** The words in which it was told. */
  said?: string
}
