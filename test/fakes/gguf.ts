type Value = string | number | string[]

/** The header of a GGUF file (version 3) with these facts and one tensor of `elements` 4-bit weights. */
export function ggufHeader(facts: Record<string, Value>, elements: number): Buffer {
  const parts: Buffer[] = [Buffer.from('GGUF'), u32(3), u64(1), u64(Object.keys(facts).length)]
  for (const [key, value] of Object.entries(facts)) parts.push(text(key), ...typed(value))
  parts.push(text('token_embd.weight'), u32(1), u64(elements), u32(2), u64(0))
  return Buffer.concat(parts)
}

function typed(value: Value): Buffer[] {
  if (typeof value === 'string') return [u32(8), text(value)]
  if (typeof value === 'number') return [u32(4), u32(value)]
  return [u32(9), u32(8), u64(value.length), ...value.map(text)]
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])
