import { useQuery } from '@tanstack/react-query'
import { Link2, UserPlus } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { CopyText } from '@/ui/copy-text.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { codeAdmitsQuery, referralsQuery, type Referral } from './queries.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

function ReferralRow({ row }: { row: Referral }) {
  const { t } = useTranslation('settings')
  const name = row.invitee?.display_name ?? t('invites.unnamed')
  return (
    <li>
      <MemberAvatar name={name} image={imageUrl(row.invitee?.profile_image)} size={36} />
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>
          {t('invites.joined')} <TimeText value={row.created_at} show="date" />
        </span>
      </div>
      {row.reward_minor !== null && row.currency !== null && (
        <MoneyText minor={row.reward_minor} currency={row.currency} signed />
      )}
      <ToneBadge tone={row.status === 'activated' ? 'good' : 'neutral'}>
        {t(`invites.status.${row.status}`)}
      </ToneBadge>
    </li>
  )
}

function Earned({ rows }: { rows: Referral[] }) {
  const { t } = useTranslation('settings')
  const sums = new Map<string, number>()
  for (const { currency, reward_minor } of rows)
    if (currency && reward_minor) sums.set(currency, (sums.get(currency) ?? 0) + reward_minor)
  if (sums.size === 0) return null
  return (
    <p className={primitives.quiet}>
      {t('invites.earned')}{' '}
      {[...sums].map(([currency, minor]) => (
        <MoneyText key={currency} minor={minor} currency={currency} />
      ))}
    </p>
  )
}

export function InvitesSection() {
  const { t } = useTranslation('settings')
  const { profile } = useProfile()
  const referrals = useQuery(referralsQuery(profile.id))
  const { data: admits } = useQuery(codeAdmitsQuery(profile.id))
  const isClosed = admits === false && profile.invites_left > 0
  const code = profile.referral_code ?? ''
  const link = `${window.location.origin}${paths.signup}?${new URLSearchParams({ invite: code })}`

  return (
    <>
      <SectionCard title={t('invites.title')}>
        <div className={styles.form}>
          <span style={{ color: 'var(--k-ink-2)', fontSize: '0.9375rem' }}>
            <strong style={{ color: 'var(--k-ink)' }}>
              {isClosed ? t('invites.closed') : t('invites.left', { count: profile.invites_left })}
            </strong>{' '}
            {t('invites.text')} {t('invites.reward')}
          </span>
          <div className={`${primitives.wrap} ${styles.code}`}>
            <output aria-label={t('invites.code')}>{code}</output>
            <CopyText value={code} label={t('invites.copy_code')} />
            <CopyText value={link} label={t('invites.copy_link')} icon={Link2} />
          </div>
        </div>
      </SectionCard>
      <SectionCard title={t('invites.people')}>
        <QueryView
          query={referrals}
          bare
          skeleton={<ListSkeleton rows={2} />}
          empty={{ icon: UserPlus, title: t('invites.nobody'), text: t('invites.nobody_text') }}
        >
          {(rows) => (
            <>
              <Earned rows={rows} />
              <ul className={styles.people}>
                {rows.map((row) => (
                  <ReferralRow key={row.id} row={row} />
                ))}
              </ul>
            </>
          )}
        </QueryView>
      </SectionCard>
    </>
  )
}
