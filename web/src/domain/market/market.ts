import { MEMBER_LISTS } from '../vocabulary.generated.ts'

export const PLATFORMS = MEMBER_LISTS.platforms
export type Platform = (typeof PLATFORMS)[number]

export const PLATFORM_NAMES: Record<Platform, string> = {
  x: 'X',
  youtube: 'YouTube',
  telegram: 'Telegram',
  discord: 'Discord',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  twitch: 'Twitch',
  farcaster: 'Farcaster',
  medium: 'Medium',
  linkedin: 'LinkedIn',
}

export function platformName(platform: string): string {
  return (PLATFORM_NAMES as Record<string, string>)[platform] ?? platform
}

/** Languages that creators work in (ISO 639-1); their names come from Intl. */
export const WORK_LANGUAGES = [
  'en',
  'es',
  'pt',
  'fr',
  'de',
  'it',
  'nl',
  'pl',
  'tr',
  'ru',
  'uk',
  'ar',
  'hi',
  'id',
  'vi',
  'th',
  'zh',
  'ja',
  'ko',
] as const

export function languageName(code: string, locale = 'en'): string {
  try {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    return code
  }
}

export const ROLES = ['brand', 'kol'] as const
export type Role = (typeof ROLES)[number]
