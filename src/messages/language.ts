export type Language = 'ko' | 'en'
export const languages: readonly Language[] = ['ko', 'en']
