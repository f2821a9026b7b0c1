import { Button } from '@mantine/core'
import { BadgeCheck, UserCheck } from 'lucide-react'
import { actionWithName, isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { ApprovalChecklist, Newcomer, NewcomerFacts } from './newcomer.tsx'
import { ProfileDetails, ProfileHead } from './profile-details.tsx'
import { shownVersionOf, useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { Profile } from './staff-rows.ts'
import { SuspendButton } from './suspend-button.tsx'
import styles from './staff.module.css'

/** Button that verifies a member. A change of name or picture removes the verification, so staff can do it again. */
function Verification({ profile, name }: { profile: Profile; name: string }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction(name)
  const busy = (kind: string) => act.isPending && act.variables?.act === kind
  return (
    <>
      {!profile.is_verified && (
        <Button
          variant="default"
          leftSection={<BadgeCheck size={16} aria-hidden />}
          loading={busy('verify_profile')}
          aria-label={actionWithName(t('verify'), name)}
          onClick={() => act.mutate({ act: 'verify_profile', args: shownVersionOf(profile) })}
        >
          {t('verify')}
        </Button>
      )}
      {profile.verification_pending && (
        <Button
          variant="default"
          loading={busy('decline_verification')}
          aria-label={actionWithName(t('decline_verification'), name)}
          onClick={() => act.mutate({ act: 'decline_verification', args: shownVersionOf(profile) })}
        >
          {t('decline_verification')}
        </Button>
      )}
    </>
  )
}

function Waiting({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['staff', 'common'])
  const name = profile.display_name ?? t('common:unknown')
  const isNew = !profile.is_approved
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <ProfileHead profile={profile} />
      {profile.verification_pending && <p className={styles.text}>{t('changed_since')}</p>}
      <ProfileDetails profile={profile} />
      {isNew && <NewcomerFacts profile={profile} />}
      {profile.is_own_case ? (
        <p className={primitives.quiet}>{t('own_case')}</p>
      ) : (
        <footer className={primitives.wrap}>
          {isNew && <Newcomer profile={profile} name={name} />}
          <Verification profile={profile} name={name} />
          <SuspendButton profileId={profile.id} name={name} />
        </footer>
      )}
    </article>
  )
}

/** Approves the selected newcomers one after the other, each in the version that is shown. */
function ApproveAll({ rows: profiles, onDone }: { rows: Profile[]; onDone: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const approve = async () => {
    for (const profile of profiles)
      await act.mutateAsync({ act: 'approve_profile', args: shownVersionOf(profile) })
    toast.success(t('approved_chosen', { count: profiles.length }))
    onDone()
  }
  return (
    <ConfirmButton
      size="xs"
      title={t('approve_chosen_title', { count: profiles.length })}
      text={profiles.map(({ display_name: name }) => isolated(name ?? '')).join(', ')}
      confirmLabel={t('approve')}
      onConfirm={approve}
    >
      {t('approve_chosen', { count: profiles.length })}
    </ConfirmButton>
  )
}

export function Approvals() {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <>
      <ApprovalChecklist />
      <StaffList
        list="approvals"
        cards
        find={t('find_member')}
        empty={{ icon: UserCheck, title: t('nobody_waits'), text: t('nobody_waits_text') }}
        choose={{
          label: ({ is_approved, is_own_case, display_name: name }) =>
            is_approved || is_own_case ? null : t('choose', { name: name ?? t('common:unknown') }),
          Act: ApproveAll,
        }}
      >
        {(profile) => <Waiting profile={profile} />}
      </StaffList>
    </>
  )
}
