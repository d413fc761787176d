const cells = 20

/** Draw a share of a whole as a bar: 30 → "██████░░░░░░░░░░░░░░ 30 %". */
export function progressBar(percent: number): string {
  const share = Math.min(100, Math.max(0, percent))
  const full = Math.round((share * cells) / 100)
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${share} %`
}
