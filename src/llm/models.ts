/** Context windows in tokens, by the beginning of a model's name; the longest beginning counts. From the services' own model pages. */
const windows: Record<string, number> = {
  'gpt-4o': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-5': 400_000,
  o1: 200_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-': 200_000,
  'glm-4.5': 128_000,
  'glm-4.6': 200_000,
  'glm-4.7': 200_000,
}

/** A model nobody told us about: as much as small local models commonly are run with. */
const unknownWindow = 32_768

/** How many tokens a model takes, request and answer together. */
export function contextWindow(model: string): number {
  const known = Object.keys(windows).filter((start) => model.startsWith(start))
  const longest = known.toSorted((a, b) => b.length - a.length)[0]
  return (longest && windows[longest]) || unknownWindow
}

/** Whether an address is on this machine: its servers may have to load a model before the first byte. */
export function isLocal(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname)
}
