import { isAbsolute, relative, sep } from 'node:path'

/** True when `path` is `root` or below it. Both absolute. */
export function isWithin(path: string, root: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
