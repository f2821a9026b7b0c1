import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { channelsOf, bareAddress, type Channel } from '@/domain/market/channels.ts'
import { platformName } from '@/domain/market/market.ts'
import type { Member } from '@/domain/members/members.ts'
import { compactNumber, monthOf } from '@/lib/i18n/time.ts'
import { OuterLink } from '@/ui/outer-link.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './channel-list.module.css'

type Shown = Pick<
  Member,
  'platforms' | 'follower_counts' | 'followers_declared_at' | 'channels' | 'website'
>

interface TextProps {
  channel: Channel
  /** True to leave out the handle and link the platform's name. */
  isShort?: boolean
}

/** A platform, the handle as a link, and the number of followers that the member states. */
export function ChannelText({ channel, isShort = false }: TextProps) {
  const { t, i18n } = useTranslation()
  const { platform, handle, address, followers } = channel
  const name = platformName(platform)
  return (
    <>
      {address && isShort ? <OuterLink href={address}>{name}</OuterLink> : name}
      {address && !isShort && <OuterLink href={address}>@{handle}</OuterLink>}
      {followers !== undefined && (
        <span>
          <b className="k-numbers">{compactNumber(followers, i18n.language)}</b>
          <span className="k-visually-hidden"> {t('followers')}</span>
        </span>
      )}
    </>
  )
}

/** A creator's platforms, as links in a list of creators. */
export function ShortChannels({ of }: { of: Parameters<typeof channelsOf>[0] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.short} aria-label={t('channels.title')}>
      {channelsOf(of).map((channel) => (
        <li key={channel.platform}>
          <ChannelText channel={channel} isShort />
        </li>
      ))}
    </ul>
  )
}

/** Says that the member stated the numbers of followers, and when; without the date in a list. */
export function DeclaredNote({ at }: { at: string | null }) {
  const { t, i18n } = useTranslation()
  return (
    <p className={primitives.quiet}>
      {at
        ? t('channels.declared', { date: monthOf(new Date(at), i18n.language) })
        : t('channels.declared_undated')}
    </p>
  )
}

/** All channels of a member, with the numbers of followers. */
export function ChannelList({ member }: { member: Shown }) {
  const { t } = useTranslation()
  const channels = channelsOf(member)
  if (channels.length === 0 && !member.website) return null
  return (
    <div className={styles.block}>
      <ul className={styles.channels} aria-label={t('channels.title')}>
        {channels.map((channel) => (
          <li key={channel.platform}>
            <ChannelText channel={channel} />
          </li>
        ))}
        {member.website && (
          <li>
            {t('profile.website')}
            <OuterLink href={member.website}>{bareAddress(member.website)}</OuterLink>
          </li>
        )}
      </ul>
      {channels.some(({ followers }) => followers !== undefined) && (
        <DeclaredNote at={member.followers_declared_at} />
      )}
    </div>
  )
}
