import { float, node, number, onnxFile, record, value } from './onnx-graph.ts'

/** The average along an axis, which stays or goes. */
const mean = (from: string, to: string, axis: number, stays: number) =>
  node(
    'ReduceMean',
    [from],
    to,
    record(5, record(1, 'axes'), number(20, 7), number(8, axis)),
    record(5, record(1, 'keepdims'), number(20, 2), number(3, stays)),
  )

/**
 * A network of the layout of 3D-Speaker's (`x`: frames of 80 mel bands, to `embedding`) with one idea: a voice is
 * which bands are louder than the others, on the average of its frames.
 */
export function tinySpeaker(): Buffer {
  const graph = record(
    7,
    mean('x', 'spectrum', 1, 0),
    mean('spectrum', 'loudness', 1, 1),
    node('Sub', ['spectrum', 'loudness'], 'contrast'),
    // The difference of two voices is in the bands that stand out: cubed, they count more.
    node('Mul', ['contrast', 'contrast'], 'square'),
    node('Mul', ['square', 'contrast'], 'embedding'),
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
