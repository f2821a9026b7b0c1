import { Button, type ButtonProps } from '@mantine/core'
import { Check } from 'lucide-react'
import { useTerms } from '@/domain/use-terms.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { NoteButton } from './note-button.tsx'
import { shownVersionOf, useStaffAction } from './staff-actions.ts'
import type { Profile } from './staff-rows.ts'
import styles from './staff.module.css'

const CHECKED = ['channel', 'followers', 'published', 'identity'] as const

/** Shows until when a decision about the newcomer was promised, and whether that time is over. */
function DecisionDue({ since }: { since: string }) {
  const { t } = useTranslation('staff')
  const hours = useTerms((market) => market.approval_window)
  const until = new Date(new Date(since).getTime() + hours * 3_600_000)
  const isLate = until < useNow()
  return (
    <p className={primitives.quiet}>
      {t('due')} <TimeText value={until} show="full" />{' '}
      {isLate && <ToneBadge tone="bad">{t('late')}</ToneBadge>}
    </p>
  )
}

/** The list of what staff check before they approve a newcomer. */
export function ApprovalChecklist() {
  const { t } = useTranslation('staff')
  return (
    <section className={primitives.quiet}>
      <h2 className={styles.checklistTitle}>{t('look.title')}</h2>
      <ul>
        {CHECKED.map((each) => (
          <li key={each}>{t(`look.${each}`)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Facts for the decision about a newcomer: a missing channel, and until when a decision was promised. */
export function NewcomerFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('staff')
  const hasChannel = Object.keys(profile.channels ?? {}).length > 0
  return (
    <>
      {profile.role === 'kol' && !hasChannel && <p className={styles.text}>{t('no_channel')}</p>}
      {profile.onboarded_at && <DecisionDue since={profile.onboarded_at} />}
    </>
  )
}

interface Props extends ButtonProps {
  profile: Profile
  name: string
}

/** A newcomer who waits for approval. */
export function Newcomer({ profile, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const act = useStaffAction(name)
  return (
    <>
      <Button
        {...button}
        leftSection={<Check size={16} aria-hidden />}
        loading={act.isPending}
        aria-label={t('approve_name', { name })}
        onClick={() => act.mutate({ act: 'approve_profile', args: shownVersionOf(profile) })}
      >
        {t('approve')}
      </Button>
      <NoteButton
        {...button}
        title={t('reject_title', { name })}
        label={t('reject_reason')}
        place={`staff:reject:${profile.id}`}
        actWith={(reason) => ({
          act: 'reject_profile',
          args: { ...shownVersionOf(profile), reason },
        })}
      >
        {t('reject')}
      </NoteButton>
    </>
  )
}
