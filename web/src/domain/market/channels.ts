// The channels on which a member publishes: a handle for each platform, and a web site for brands.
import { PLATFORMS, type Platform } from './market.ts'

/** Beginnings of channel addresses, before the handle. The first one is used to link a handle that was typed alone. */
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
 * The handle in a typed text, which is a handle or the address of a channel; '' for an empty text, null for an
 * address of something else.
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

/** A typed address in the form in which it is stored; '' for an empty text, null for an invalid address. */
export function parseWebsite(typed: string): string | null {
  const text = typed.trim().replace(/^http:\/\//i, 'https://')
  if (text === '') return ''
  try {
    const url = new URL(text.includes('://') ? text : `https://${text}`)
    // `href` has the host in lower case. The slash that the browser adds at the end is removed.
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

/** The channels of a member, sorted by followers. */
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

/** An address without its scheme and last slash, for example `halcyon.example/vaults`. */
export const bareAddress = (address: string) => withoutScheme(address).replace(/\/$/, '')
