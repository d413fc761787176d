import { isInternalName, isPublic } from '../web/ssrf-guard.ts'

/** Whether a host belongs to one's own network: what goes there without TLS stays there. */
export const isNear = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  return isInternalName(bare) || (/^[\d.]+$|:/.test(bare) && !isPublic(bare))
}
