import { perLocale } from '@/lib/i18n/per-locale.ts'
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

export { WORK_LANGUAGES } from '../vocabulary.generated.ts'

const namesIn = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'language' }))

/** The name of a language (ISO 639-1) in another language; the code itself if it has no name. */
export function languageName(code: string, locale = 'en'): string {
  try {
    const name = namesIn(locale).of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    return code
  }
}

/** All languages that a member works in, the main one first. */
export const languagesOf = (
  member: { language: string | null; other_languages: readonly string[] },
  locale: string,
): string =>
  [member.language, ...member.other_languages]
    .filter((code) => code !== null)
    .map((code) => languageName(code, locale))
    .join(', ')

export const ROLES = ['brand', 'kol'] as const
export type Role = (typeof ROLES)[number]
