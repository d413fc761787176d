/** Path of a child process's program: beside this file in the sources, in dist/ when built. */
export function programOf(name: 'voice-engine' | 'voice-player' | 'voice-recorder'): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`./${name}.ts`, import.meta.url)
  return new URL(import.meta.url.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, import.meta.url)
}

/** The programs of the child processes of voice. */
export const voicePrograms = () => ({
  node: process.execPath,
  now: () => performance.now(),
  engine: programOf('voice-engine'),
  recorder: programOf('voice-recorder'),
  player: programOf('voice-player'),
})
