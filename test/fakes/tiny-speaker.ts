import { float, int64, node, number, onnxFile, record, tensor, value } from './onnx-graph.ts'

/**
 * A network of the layout of 3D-Speaker's (`x`: frames of 80 mel bands, to `embedding`) with one idea: a voice is which bands are louder than
 * in the others, on the average of its frames.
 */
export function tinySpeaker(): Buffer {
  const graph = record(
    7,
    node('ReduceMean', ['x'], 'spectrum', record(5, record(1, 'axes'), number(20, 7), number(8, 1)), record(5, record(1, 'keepdims'), number(20, 2), number(3, 0))),
    node('ReduceMean', ['spectrum'], 'loudness', record(5, record(1, 'axes'), number(20, 7), number(8, 1)), record(5, record(1, 'keepdims'), number(20, 2), number(3, 1))),
    node('Sub', ['spectrum', 'loudness'], 'embedding'),
    record(2, 'tiny'),
    value(11, 'x', float, ['batch', 'frames', 80]),
    value(12, 'embedding', float, ['batch', 80]),
  )
  return onnxFile(graph, {
    framework: '3d-speaker',
    language: 'Korean',
    url: '',
    comment: '',
    sample_rate: '16000',
    output_dim: '80',
    normalize_samples: '1',
    feature_normalize_type: '',
  })
}
