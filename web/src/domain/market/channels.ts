// Where a member publishes: a handle for each platform, and for brands a web site.
import { PLATFORMS, type Platform } from './market.ts'

/** The part of an address before the handle. The first one leads to a handle that was typed alone. */
const ROOTS: Record<Platform, readonly string[]> = {
  x: ['x.com/', 'twitter.com/'],
  youtube: ['youtube.com/@'],
  telegram: ['t.me/', 'telegram.me/'],
  discord: ['discord.gg/', 'discord.com/invite/'],
  tiktok: ['tiktok.com/@'],
  instagram: ['instagram.com/'],
  twitch: ['twitch.tv/'],
  farcaster: ['farcaster.xyz/', 'warpcast.com/'],
  medium: ['medium.com/@'],
  linkedin: ['linkedin.com/in/'],
}

const HANDLE = /^[A-Za-z0-9_+%][A-Za-z0-9_.+%-]{0,99}$/

const withoutScheme = (text: string) => text.replace(/^https?:\/\/(www\.|m\.)?|^www\./i, '')

/**
 * The handle that was typed, alone or as the address of a channel; '' for nothing, null for what
 * leads elsewhere.
 */
export function parseHandle(platform: Platform, typed: string): string | null {
  const text = withoutScheme(typed.trim())
  if (text === '') return ''
  const root = ROOTS[platform].find((each) => text.toLowerCase().startsWith(each))
  const rest = root ? text.slice(root.length).replace(/[?#].*$|\/$/g, '') : text
  const handle = rest.replace(/^@/, '').replace(/\/$/, '')
  return HANDLE.test(handle) ? handle : null
}

const WEBSITE =
  /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](\/[A-Za-z0-9._~%/+@-]*)?$/

/** An address as it is kept; '' for nothing, null for what is none. */
export function parseWebsite(typed: string): string | null {
  const text = typed.trim().replace(/^http:\/\//i, 'https://')
  if (text === '') return ''
  try {
    const url = new URL(text.includes('://') ? text : `https://${text}`)
    // The host in lower case; the path without the slash that the browser adds.
    const address = url.href.replace(/\/$/, '')
    return WEBSITE.test(address) ? address : null
  } catch {
    return null
  }
}

export interface Channel {
  platform: Platform
  followers: number | undefined
  handle: string | undefined
  address: string | undefined
}

interface WithChannels {
  platforms: readonly string[]
  follower_counts: unknown
  channels: unknown
}

/** The channels of a member, the one with most followers first. */
export function channelsOf(member: WithChannels): Channel[] {
  const counts = (member.follower_counts ?? {}) as Record<string, number>
  const handles = (member.channels ?? {}) as Record<string, string>
  return PLATFORMS.filter((each) => member.platforms.includes(each) || handles[each])
    .map((platform) => {
      const handle = handles[platform]
      return {
        platform,
        followers: counts[platform],
        handle,
        address: handle && `https://${ROOTS[platform][0]}${handle}`,
      }
    })
    .toSorted((a, b) => (b.followers ?? 0) - (a.followers ?? 0))
}

/** `halcyon.example/vaults` of an address. */
export const shortAddress = (address: string) => withoutScheme(address).replace(/\/$/, '')
