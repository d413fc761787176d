/** Whether an address is on this machine: its servers may have to load a model before the first byte. */
export function isLocal(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname)
}
