import { float, int64, node, onnxFile, record, tensor, value } from './onnx-graph.ts'

/**
 * A network of the layout of smart-turn v3 (`input_features` 1 × 80 × 800 to `logits` 1 × 1, a probability) with one
 * idea: what ends lower than 2 kHz is over, what ends higher is not. It looks at the second half of the last second.
 */
export function tinyTurn(): Buffer {
  const weights = new Float32Array(80 * 800)
  for (let band = 0; band < 80; band++) weights.fill(band < 40 ? 0.01 : -0.01, band * 800 + 750, band * 800 + 790)
  const graph = record(
    7,
    node('Reshape', ['input_features', 'flat'], 'row'),
    node('MatMul', ['row', 'weights'], 'score'),
    node('Sigmoid', ['score'], 'logits'),
    record(2, 'tiny'),
    tensor('flat', [2], int64, BigInt64Array.of(1n, 64_000n)),
    tensor('weights', [64_000, 1], float, weights),
    value(11, 'input_features', float, ['batch', 80, 800]),
    value(12, 'logits', float, ['batch', 1]),
  )
  return onnxFile(graph)
}
