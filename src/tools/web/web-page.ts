/** A page as text: Markdown of what a reader comes for. */
export interface WebPage {
  title?: string
  text: string
}

/** Input of the reader of a response. */
export interface PageInput {
  url: string
  type: string
  bytes: Uint8Array
  /** A CSS selector, or a cell of a table as `row × column`: only this part is read. */
  part?: string
}
