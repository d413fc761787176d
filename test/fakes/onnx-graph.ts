// Networks written by hand, as ONNX files (onnx.proto3).

/** Protobuf (protobuf.dev/programming-guides/encoding): numbers, and what has a length. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
export const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
export const record = (field: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body])
}

export const [float, int64] = [1, 7]
export const tensor = (name: string, dims: number[], type: number, data: ArrayBufferView) =>
  record(
    5,
    ...dims.map((dim) => number(1, dim)),
    number(2, type),
    record(8, name),
    record(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  )
export const node = (op: string, inputs: string[], output: string, ...attributes: Buffer[]) =>
  record(1, ...inputs.map((one) => record(1, one)), record(2, output), record(4, op), ...attributes)
export const value = (field: number, name: string, type: number, dims: (string | number)[]) => {
  const shape = dims.map((dim) => record(1, typeof dim === 'string' ? record(2, dim) : number(1, dim)))
  return record(field, record(1, name), record(2, record(1, number(1, type), record(2, ...shape))))
}

/** A file (IR version 8, opset 14) that holds a graph (field 7 of it), and what it says of itself. */
export const onnxFile = (graph: Buffer, facts: Record<string, string> = {}): Buffer =>
  Buffer.concat([
    number(1, 8),
    graph,
    record(8, record(1, ''), number(2, 14)),
    ...Object.entries(facts).map(([name, said]) => record(14, record(1, name), record(2, said))),
  ])
