/** Commands of LaTeX that have a sign of their own; the others stay as they were written. */
const signs: Readonly<Record<string, string>> = {
  ...{
    times: '×',
    cdot: '·',
    div: '÷',
    pm: '±',
    mp: '∓',
    le: '≤',
    leq: '≤',
    ge: '≥',
    geq: '≥',
    ne: '≠',
    neq: '≠',
    approx: '≈',
    equiv: '≡',
  },
  ...{
    infty: '∞',
    sum: '∑',
    prod: '∏',
    int: '∫',
    partial: '∂',
    nabla: '∇',
    to: '→',
    rightarrow: '→',
    Rightarrow: '⇒',
    leftarrow: '←',
    iff: '⇔',
  },
  ...{
    in: '∈',
    notin: '∉',
    subset: '⊂',
    cup: '∪',
    cap: '∩',
    forall: '∀',
    exists: '∃',
    ldots: '…',
    cdots: '⋯',
    degree: '°',
    quad: ' ',
    ',': ' ',
  },
  ...{
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    epsilon: 'ε',
    theta: 'θ',
    lambda: 'λ',
    mu: 'μ',
    pi: 'π',
    rho: 'ρ',
    sigma: 'σ',
    phi: 'φ',
  },
  ...{ omega: 'ω', Delta: 'Δ', Sigma: 'Σ', Omega: 'Ω', Phi: 'Φ', left: '', right: '', ';': ' ', '!': '' },
}
const raised = new Map(Array.from('0123456789+-=()ni', (plain, at) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][at] as string]))
const lowered = new Map(Array.from('0123456789+-=()', (plain, at) => [plain, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] as string]))

/** A formula of LaTeX as a line of text that can be read: `\frac{a}{b} \le x^2` → `a/b ≤ x²`. */
export function mathText(source: string): string {
  return source
    .replace(/\\(?:text|mathrm|mathbf|operatorname)\{([^{}]*)\}/g, '$1')
    .replace(
      /\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g,
      (_, top: string, bottom: string) => `${bracketGroup(top)}/${bracketGroup(bottom)}`,
    )
    .replace(/\\sqrt\{([^{}]*)\}/g, (_, inner: string) => `√${bracketGroup(inner)}`)
    .replace(/\\([a-zA-Z]+|[,;!])/g, (whole, name: string) =>
      Object.hasOwn(signs, name) ? (signs[name] as string) : whole,
    )
    .replace(
      /([\^_])(?:\{([^{}]*)\}|(\S))/g,
      (whole, mark: string, group: string | undefined, single: string | undefined) =>
        shiftLetters(group ?? single ?? '', mark === '^' ? raised : lowered, whole),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

function bracketGroup(text: string): string {
  return /^[\w.]*$/.test(text) ? text : `(${text})`
}

function shiftLetters(text: string, letters: ReadonlyMap<string, string>, whole: string): string {
  const all = [...text].map((letter) => letters.get(letter))
  return all.every((letter) => letter !== undefined) ? all.join('') : whole
}
