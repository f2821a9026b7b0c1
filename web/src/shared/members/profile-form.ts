import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { parseHandle, parseWebsite } from '@/domain/market/channels.ts'
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '@/domain/market/market.ts'
import {
  LIST_NAMES,
  REQUIRED_LISTS,
  type MemberList,
  type Words,
} from '@/domain/market/member-lists.ts'
import { traitsOf, type Traits } from '@/domain/market/traits.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import { changedFrom } from '@/lib/changed.ts'
import { textKey } from '@/lib/i18n/text.ts'
import type { Profile, ProfileUpdate } from './profile.tsx'

/** Form fields that describe a member, in onboarding and settings. */
export type ProfileInput = Record<MemberList, string[]> & {
  displayName: string
  bio: string
  language: string
  otherLanguages: string[]
  expertise: string[]
  traits: Traits
  /** The typed numbers; "12 400" or "12k" are converted when they are saved. */
  followers: Record<string, string>
  /** The typed channels: a handle, or the address of the channel. */
  channels: Record<Platform, string>
  website: string
}

const {
  profiles_display_name_length: name,
  profiles_bio_length: bio,
  profiles_expertise_short: expertise,
  profiles_website_length: website,
} = LIMITS

/** Number of followers in a text such as "12,400", "12.400", "12.4k", "12,4k" or "1.2M"; null for other texts. */
export function parseFollowers(text: string): number | null {
  const plain = text.replaceAll(/[\s_']/g, '').toLowerCase()
  if (plain === '') return 0
  // Before k and M, a comma or a point separates decimals. In other numbers it separates groups of three digits.
  const short = /^(\d+)(?:[.,](\d+))?([km])$/.exec(plain)
  const long = /^(?:\d+|\d{1,3}(?:[.,]\d{3})+)$/.test(plain)
  if (!short && !long) return null
  const count = short
    ? Math.round(Number(`${short[1]}.${short[2] ?? 0}`) * (short[3] === 'm' ? 1_000_000 : 1_000))
    : Number(plain.replaceAll(/[.,]/g, ''))
  return count <= 9_999_999_999 ? count : null
}

const handleOn = (platform: Platform) =>
  z
    .string()
    .check(
      z.refine(
        (text) => parseHandle(platform, text) !== null,
        textKey('common:profile.handle_wrong', { platform: PLATFORM_NAMES[platform] }),
      ),
    )

const shared = {
  displayName: z
    .string()
    .check(
      z.trim(),
      z.minLength(name.min, textKey('common:too_short', name)),
      z.maxLength(name.max, textKey('common:too_long', name)),
    ),
  bio: z.string().check(z.trim(), z.maxLength(bio.max, textKey('common:too_long', bio))),
  language: z.string().check(z.minLength(2, textKey('common:profile.language_missing'))),
  otherLanguages: z.array(z.string()),
  expertise: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(expertise.each, textKey('common:profile.expertise_long', expertise)),
        ),
    )
    .check(z.maxLength(expertise.max, textKey('common:profile.expertise_many', expertise))),
  traits: z.record(z.string(), z.boolean()),
  followers: z.record(
    z.string(),
    z
      .string()
      .check(
        z.refine(
          (text) => parseFollowers(text) !== null,
          textKey('common:profile.followers_invalid'),
        ),
      ),
  ),
  channels: z.object(
    Object.fromEntries(PLATFORMS.map((each) => [each, handleOn(each)])) as Record<
      Platform,
      ReturnType<typeof handleOn>
    >,
  ),
  website: z.string().check(
    z.maxLength(website.max, textKey('common:too_long', website)),
    z.refine((text) => parseWebsite(text) !== null, textKey('common:profile.website_wrong')),
  ),
}

export function profileSchema(role: string | null) {
  const needed = role === 'kol' ? 1 : 0
  const wordsOf = (list: MemberList) =>
    z
      .array(z.string())
      .check(
        z.minLength(
          REQUIRED_LISTS.includes(list) ? needed : 0,
          textKey(`common:lists.${list}.missing`),
        ),
      )
  return z.object({
    ...shared,
    ...(Object.fromEntries(LIST_NAMES.map((list) => [list, wordsOf(list)])) as Record<
      MemberList,
      ReturnType<typeof wordsOf>
    >),
  })
}

const mapLists = (wordsOf: (list: MemberList) => string[]) =>
  Object.fromEntries(LIST_NAMES.map((list) => [list, wordsOf(list)])) as Record<
    MemberList,
    string[]
  >

export function inputOf(profile: Profile): ProfileInput {
  const counts = (profile.follower_counts ?? {}) as Record<string, number | undefined>
  const handles = (profile.channels ?? {}) as Record<string, string | undefined>
  return {
    displayName: profile.display_name ?? '',
    bio: profile.bio ?? '',
    language: profile.language ?? '',
    otherLanguages: profile.other_languages ?? [],
    expertise: profile.expertise ?? [],
    ...mapLists((list) => profile[list] ?? []),
    traits: traitsOf(profile),
    followers: Object.fromEntries(PLATFORMS.map((each) => [each, String(counts[each] ?? '')])),
    channels: Object.fromEntries(
      PLATFORMS.map((each) => [each, handles[each] ?? '']),
    ) as ProfileInput['channels'],
    website: profile.website ?? '',
  }
}

/** The columns of the profile to save. Followers and handles are kept only for chosen platforms. */
export function updateOf(input: ProfileInput, role: string | null): ProfileUpdate {
  const chosen = PLATFORMS.filter((each: Platform) => input.platforms.includes(each))
  const counts = chosen.map(
    (each) => [each, parseFollowers(input.followers[each] ?? '') ?? 0] as const,
  )
  const handles = (role === 'kol' ? chosen : PLATFORMS).map(
    (each) => [each, parseHandle(each, input.channels[each])] as const,
  )
  return {
    display_name: input.displayName.trim(),
    bio: input.bio.trim(),
    language: input.language,
    other_languages: input.otherLanguages.filter((each) => each !== input.language),
    expertise: [...new Set(input.expertise.map((each) => each.trim()).filter(Boolean))],
    ...(mapLists((list) => input[list]) as Words),
    ...traitsOf(input.traits),
    platforms: chosen,
    follower_counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    channels: Object.fromEntries(handles.filter(([, handle]) => handle)),
    website: parseWebsite(input.website) || null,
  }
}

/** The columns that the form changed. Others are left out, so that changes by another device are not overwritten. */
export const changesOf = (start: ProfileInput, input: ProfileInput, role: string | null) =>
  changedFrom(updateOf(start, role), updateOf(input, role))

/** Shows at the field for the name why the database refused it. */
export function showNameRefusal(
  form: Pick<UseFormReturn<ProfileInput>, 'setError'>,
  error: unknown,
) {
  const token = tokenOf(error)
  if (token?.startsWith('name_'))
    form.setError('displayName', { message: `refusals:${token}` }, { shouldFocus: true })
}
