/** The accounts of one person, with their names. An account without a profile belongs to the profile `owner`. */
export function accountsOf<A extends { profile?: string | undefined }>(
  accounts: Readonly<Record<string, A>>,
  profile: string,
  owner: string,
): [name: string, account: A][] {
  return Object.entries(accounts).filter(([, one]) => (one.profile ?? owner) === profile)
}
