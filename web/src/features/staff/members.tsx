import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { actionWithName, textOr } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { changedFields } from './audit-details.ts'
import { Newcomer } from './newcomer.tsx'
import { ProposalNote } from './proposed.tsx'
import { proposedTrustQuery } from './queries.ts'
import { ProfileHead } from './profile-details.tsx'
import { shownVersionOf, useStaffAction } from './staff-actions.ts'
import { UnfreezeButton, UnsuspendButton } from './release-buttons.tsx'
import { StaffList } from './staff-list.tsx'
import type { Profile, StaffRows } from './staff-rows.ts'
import { SuspendButton } from './suspend-button.tsx'
import styles from './staff.module.css'

/** Trust levels that staff can set; with `computed` the level follows from the member's record. */
const TRUST_LEVELS = ['new', 'normal', 'trusted', 'computed'] as const

/** States of a member, as in the filter `kind` of the list. */
const STATES = {
  suspended: 'bad',
  frozen: 'bad',
  on_market: 'good',
  rejected: 'bad',
  waits: 'warn',
  not_set_up: 'warn',
} as const

function stateOf(profile: Profile): keyof typeof STATES {
  if (profile.suspended_at) return 'suspended'
  if (profile.frozen_at) return 'frozen'
  if (profile.is_approved) return 'on_market'
  if (profile.rejected_at) return 'rejected'
  return profile.onboarded_at ? 'waits' : 'not_set_up'
}

function State({ profile }: { profile: Profile }) {
  const { t } = useTranslation('staff')
  const state = stateOf(profile)
  return <ToneBadge tone={STATES[state]}>{t(state)}</ToneBadge>
}

/** Buttons for decisions about a profile. A decision is refused if the profile has changed since it was shown (`shown_hash`). */
function ProfileDecisions({ profile, name }: { profile: Profile; name: string }) {
  const { t } = useTranslation('staff')
  const { mutate, mutateAsync } = useStaffAction(name)
  const decisionButton = (act: 'approve_profile' | 'verify_profile', label: string) => (
    <Button
      size="xs"
      variant="default"
      aria-label={actionWithName(label, name)}
      onClick={() => mutate({ act, args: shownVersionOf(profile) })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {profile.rejected_at && decisionButton('approve_profile', t('approve_after_all'))}
      {profile.changed_since &&
        profile.is_approved &&
        decisionButton('approve_profile', t('approve_change'))}
      {!profile.is_verified &&
        profile.onboarded_at &&
        decisionButton('verify_profile', t('verify'))}
      {profile.is_verified && (
        <ConfirmButton
          size="xs"
          variant="default"
          title={t('unverify_title', { name })}
          onConfirm={() =>
            mutateAsync({ act: 'decline_verification', args: shownVersionOf(profile) })
          }
        >
          {t('unverify')}
        </ConfirmButton>
      )}
    </>
  )
}

export function MemberRow({ profile }: { profile: StaffRows['members'] }) {
  const { t } = useTranslation(['staff', 'common'])
  const name = profile.display_name ?? t('common:unknown')
  const act = useStaffAction(name)
  const { data: levels } = useQuery({ ...proposedTrustQuery(), enabled: profile.is_proposed })
  const level = profile.is_proposed && levels?.find(({ subject }) => subject === profile.id)?.level
  return (
    <div className={styles.member}>
      <ProfileHead profile={profile}>
        <State profile={profile} />
      </ProfileHead>
      {profile.changed_since && (
        <p className={primitives.quiet}>
          {t('unseen_since', { fields: changedFields(profile.changed_fields) })}{' '}
          <TimeText value={profile.changed_since} show="date" />
        </p>
      )}
      {profile.rejection_reason && (
        <p className={primitives.quiet}>
          {t('rejected_because', { reason: profile.rejection_reason })}
        </p>
      )}
      {profile.is_own_case ? (
        <p className={primitives.quiet}>{t('own_case')}</p>
      ) : (
        <div className={primitives.wrap}>
          <Select
            size="xs"
            w={150}
            aria-label={t('trust_of', { name })}
            data={TRUST_LEVELS.map((level) => ({ value: level, label: t(`trust_${level}`) }))}
            disabled={Boolean(level)}
            value={profile.trust_level}
            onChange={(trust_level) =>
              trust_level &&
              act.mutate({ act: 'set_trust_level', args: { profile_id: profile.id, trust_level } })
            }
          />
          {stateOf(profile) === 'waits' && <Newcomer size="xs" profile={profile} name={name} />}
          {!profile.suspended_at && <ProfileDecisions profile={profile} name={name} />}
          {profile.frozen_at && (
            <UnfreezeButton size="xs" profileId={profile.id} causes={profile.causes} name={name} />
          )}
          {profile.suspension_id ? (
            <UnsuspendButton
              size="xs"
              profileId={profile.id}
              suspensionId={profile.suspension_id}
              name={name}
            />
          ) : (
            <SuspendButton size="xs" profileId={profile.id} name={name} />
          )}
        </div>
      )}
      {profile.is_proposed && (
        <ProposalNote
          find={profile.id}
          {...(level && {
            text: t('change_proposed', { value: textOr(`staff:trust_${level}`, level) }),
          })}
        />
      )}
    </div>
  )
}

export function Members() {
  const { t } = useTranslation('staff')
  const states = (Object.keys(STATES) as (keyof typeof STATES)[]).map((value) => ({
    value,
    label: t(value),
  }))
  return (
    <StaffList
      list="members"
      find={t('find_member')}
      states={states}
      empty={{ icon: Users, title: t('nobody_found') }}
    >
      {(profile) => <MemberRow profile={profile} />}
    </StaffList>
  )
}
