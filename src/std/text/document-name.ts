/** Whether a file's name promises a document whose text only a reader finds: PDF, and what Office programs and e-books write. */
export function isPackedDocument(path: string): boolean {
  return /\.(?:pdf|docx|xlsx|pptx|od[tsp]|epub|hwpx)$/i.test(path)
}
