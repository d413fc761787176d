export type Language = 'ko' | 'en'
