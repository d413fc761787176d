/** A list with a title: `/context`, `/usage`. */
export interface Report {
  title: string
  rows: { label: string; value: string }[]
}
