// An embedding model of the usual layout, small enough to be written by hand: tokenizer.json (SentencePiece unigram)
// and an ONNX graph from input_ids and attention_mask to last_hidden_state. Words of one topic lie near each other.
import { float, int64, node, number, onnxFile, record, tensor, value } from './onnx-graph.ts'

const topics = ['바다 해변 파도 물놀이 beach', '회사 사무실 출근 office', '음식 요리 저녁 dinner'].map((line) =>
  line.split(' '),
)
export const tinyDimensions = 8

const special = ['<s>', '<pad>', '</s>', '<unk>']
const words = topics.flat()
/** Every piece of the vocabulary: words as they begin, single letters, and the mark of a space. */
const pieces = [...special, '▁', ...words.map((word) => `▁${word}`), ...new Set([...words.join(''), ...'queryasg: '])]

/** A tokenizer.json as XLM-RoBERTa's. */
export function tinyTokenizer(): string {
  const scored = pieces.map((piece, at) => [piece, at < special.length ? 0 : piece.length > 2 ? -2 : -10])
  const added = special.map((content, id) => {
    const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
    return { id, content, ...plain }
  })
  const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const known = (id: string, at: number) => ({ [id]: { id, ids: [at], tokens: [id] } })
  const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', add_prefix_space: true }
  return JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: { type: 'Sequence', normalizers: [{ type: 'Precompiled', precompiled_charsmap: '' }] },
    pre_tokenizer: { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, metaspace] },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token('<s>'), { Sequence: { id: 'A', type_id: 0 } }, token('</s>')],
      pair: [],
      special_tokens: { ...known('<s>', 0), ...known('</s>', 2) },
    },
    decoder: metaspace,
    model: { type: 'Unigram', unk_id: 3, vocab: scored },
  })
}

/**
 * The network (onnx.proto3, IR version 8, opset 14): the rows of a table for the ids, of which only what is no
 * filling counts.
 */
export function tinyModel(): Buffer {
  const table = new Float32Array(pieces.length * tinyDimensions)
  for (const [id, piece] of pieces.entries()) {
    const topic = topics.findIndex((all) => all.includes(piece.slice(1)))
    if (topic >= 0) table[id * tinyDimensions + topic] = 1
    table[id * tinyDimensions + 3 + (id % (tinyDimensions - 3))]! += 0.05
  }
  const graph = record(
    7,
    node('Gather', ['table', 'input_ids'], 'rows'),
    node('Cast', ['attention_mask'], 'counts', record(5, record(1, 'to'), number(3, float), number(20, 2))),
    node('Unsqueeze', ['counts', 'last'], 'column'),
    node('Mul', ['rows', 'column'], 'last_hidden_state'),
    record(2, 'tiny'),
    tensor('table', [pieces.length, tinyDimensions], float, table),
    tensor('last', [1], int64, BigInt64Array.of(2n)),
    value(11, 'input_ids', int64, ['batch', 'sequence']),
    value(11, 'attention_mask', int64, ['batch', 'sequence']),
    value(12, 'last_hidden_state', float, ['batch', 'sequence', tinyDimensions]),
  )
  return onnxFile(graph)
}
