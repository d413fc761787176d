/** Of the passages whose signs agree best with the question's, this many are compared in full (measured in bench/). */
const shortlist = 2_000

/** Standard deviation of a normal distribution in median absolute deviations (Rousseeuw and Croux 1993). */
const normalDeviation = 1.4826

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Number of pairs of passages that tell how alike passages are. */
const pairs = 500

/**
 * Nearest neighbours by cosine, in memory: a vector is kept as one byte per dimension and one bit per dimension. A
 * search counts differing bits first (Charikar 2002) and computes the product only for the shortlist.
 */
export class VectorIndex {
  readonly dimensions: number
  readonly #words: number
  readonly #rows = new Map<number, number>()
  #ids = new Float64Array(0)
  #bytes = new Int8Array(0)
  #bits = new Uint32Array(0)

  /** Room for `expected` vectors is made at once; more are taken in. */
  constructor(dimensions: number, expected = 1024) {
    this.dimensions = dimensions
    this.#words = Math.ceil(dimensions / 32)
    this.#grow(Math.max(1024, expected))
  }

  get size(): number {
    return this.#rows.size
  }

  ids(): Iterable<number> {
    return this.#rows.keys()
  }

  has(id: number): boolean {
    return this.#rows.has(id)
  }

  /** Takes in a vector whose id is new. */
  add(id: number, vector: Float32Array): void {
    const row = this.size
    if (row === this.#ids.length) this.#grow(row * 2)
    const scale = 127 / (largestOf(vector) || 1)
    for (let i = 0; i < this.dimensions; i++)
      this.#bytes[row * this.dimensions + i] = Math.round((vector[i] as number) * scale)
    this.#bits.set(signBits(vector, this.#words), row * this.#words)
    this.#ids[row] = id
    this.#rows.set(id, row)
  }

  /** The last vector takes the place of the one that leaves. */
  remove(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    const last = this.size - 1
    const moved = this.#ids[last] as number
    this.#bytes.copyWithin(row * this.dimensions, last * this.dimensions, (last + 1) * this.dimensions)
    this.#bits.copyWithin(row * this.#words, last * this.#words, (last + 1) * this.#words)
    this.#ids[row] = moved
    this.#rows.set(moved, row)
    this.#rows.delete(id)
  }

  /** Ids of the `k` nearest, best first, with their cosine; with `among`, of these. */
  search(vector: Float32Array, k: number, among?: ReadonlySet<number>): { id: number; score: number }[] {
    const near = among
      ? [...among].flatMap((id) => this.#rows.get(id) ?? [])
      : this.#shortlist(signBits(vector, this.#words), Math.max(shortlist, k))
    const length = Math.hypot(...vector) || 1
    const scored = near.map((row) => ({ id: this.#ids[row] as number, score: this.#cosine(vector, row) / length }))
    return scored.sort((a, b) => b.score - a.score).slice(0, k)
  }

  /**
   * Return the cosine that passages usually have at least with each other, by pairs taken evenly: the median less one
   * deviation, which passages that say the same hardly move. A question that is no further from a passage may mean
   * something of it, whatever cosines its embedder gives. Undefined for fewer than three vectors.
   */
  commonCosine(): number | undefined {
    const count = this.size
    if (count < 3) return undefined
    const cosines = Array.from({ length: Math.min(pairs, count * 2) }, (_, n) => {
      const row = n % count
      const vector = Float32Array.from(this.#bytes.subarray(row * this.dimensions, (row + 1) * this.dimensions))
      const other = (row + 1 + ((n * 7) % (count - 1))) % count
      return this.#cosine(vector, other) / (Math.hypot(...vector) || 1)
    })
    const middle = medianOf(cosines)
    return middle - normalDeviation * medianOf(cosines.map((one) => Math.abs(one - middle)))
  }

  #grow(size: number): void {
    this.#ids = copyInto(new Float64Array(size), this.#ids)
    this.#bytes = copyInto(new Int8Array(size * this.dimensions), this.#bytes)
    this.#bits = copyInto(new Uint32Array(size * this.#words), this.#bits)
  }

  /**
   * Rows whose signs differ least. Distances are small whole numbers: counting them finds the border without sorting.
   */
  #shortlist(asked: Uint32Array, count: number): number[] {
    const distances = hammingDistances(this.#bits, asked, this.size)
    const histogram = new Uint32Array(this.#words * 32 + 1)
    for (const distance of distances) histogram[distance]!++
    let border = 0
    for (
      let sum = histogram[0] as number;
      sum < count && border < histogram.length - 1;
      sum += histogram[border] as number
    )
      border++
    const rows: number[] = []
    for (let row = 0; row < this.size; row++) if ((distances[row] as number) <= border) rows.push(row)
    return rows
  }

  #cosine(vector: Float32Array, row: number): number {
    const bytes = this.#bytes
    const from = row * this.dimensions
    let product = 0
    let own = 0
    for (let i = 0; i < vector.length; i++) {
      const value = bytes[from + i] as number
      product += (vector[i] as number) * value
      own += value * value
    }
    return product / (Math.sqrt(own) || 1)
  }
}

/**
 * Count the bits of each row that differ from `asked`. The one loop that runs over everything: no calls, no objects in
 * it.
 */
function hammingDistances(bits: Uint32Array, asked: Uint32Array, rows: number): Uint16Array {
  const distances = new Uint16Array(rows)
  const words = asked.length
  for (let row = 0, at = 0; row < rows; row++) {
    let sum = 0
    for (let i = 0; i < words; i++, at++) {
      // Ones in 32 bits: Hacker's Delight, 5-2.
      let word = (bits[at] as number) ^ (asked[i] as number)
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      sum += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    distances[row] = sum
  }
  return distances
}

function copyInto<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from)
  return to
}

function largestOf(vector: Float32Array): number {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return most
}

function signBits(vector: Float32Array, words: number): Uint32Array {
  const bits = new Uint32Array(words)
  for (let i = 0; i < vector.length; i++) if ((vector[i] as number) > 0) bits[i >> 5]! |= 1 << (i & 31)
  return bits
}
