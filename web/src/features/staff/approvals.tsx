import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Check, UserCheck } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFirstScreen } from '@/lib/first-screen.ts'
import { toast } from '@/lib/toast.ts'
import { idOf, LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { CardsSkeleton } from '@/ui/skeletons.tsx'
import { NoteButton } from './note-button.tsx'
import { ProfileDetails, ProfileHead } from './profile-details.tsx'
import type { Profile } from './queries.ts'
import { waitingQuery } from './waiting-query.ts'
import { useStaffAction } from './staff-actions.ts'
import { SuspendButton } from './suspend-button.tsx'
import styles from './staff.module.css'

/** A newcomer who waits to be let onto the market. */
function Newcomer({ profile, name }: { profile: Profile; name: string }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  return (
    <>
      <Button
        leftSection={<Check size={16} aria-hidden />}
        loading={act.isPending}
        aria-label={t('approve_name', { name })}
        onClick={() =>
          act.mutate(
            {
              act: 'approve_profile',
              args: { profile_id: profile.id, shown_hash: profile.shown_hash },
            },
            { onSuccess: () => toast.success(t('approved', { name })) },
          )
        }
      >
        {t('approve')}
      </Button>
      <NoteButton
        title={t('reject_title', { name })}
        label={t('reject_reason')}
        place={`staff:reject:${profile.id}`}
        actWith={(reason) => ({ act: 'reject_profile', args: { profile_id: profile.id, reason } })}
      >
        {t('reject')}
      </NoteButton>
    </>
  )
}

/** Verifying, also once more after a change of name or picture. */
function Verification({ profile }: { profile: Profile }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const busy = (kind: string) => act.isPending && act.variables?.act === kind
  return (
    <>
      {!profile.is_verified && (
        <Button
          variant="default"
          leftSection={<BadgeCheck size={16} aria-hidden />}
          loading={busy('verify_profile')}
          onClick={() =>
            act.mutate({
              act: 'verify_profile',
              args: { profile_id: profile.id, shown_hash: profile.shown_hash },
            })
          }
        >
          {t('verify')}
        </Button>
      )}
      {profile.verification_pending && (
        <Button
          variant="default"
          loading={busy('decline_verification')}
          onClick={() =>
            act.mutate({ act: 'decline_verification', args: { profile_id: profile.id } })
          }
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
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <ProfileHead profile={profile} />
      {profile.verification_pending && <p className={styles.text}>{t('changed_since')}</p>}
      <ProfileDetails profile={profile} />
      {profile.inviter_name && (
        <p className={primitives.quiet}>{t('invited_by', { name: profile.inviter_name })}</p>
      )}
      {profile.is_own_case ? (
        <p className={primitives.quiet}>{t('own_case')}</p>
      ) : (
        <footer className={primitives.wrap}>
          {!profile.is_approved && <Newcomer profile={profile} name={name} />}
          <Verification profile={profile} />
          <SuspendButton profileId={profile.id} name={name} />
        </footer>
      )}
    </article>
  )
}

/** More than a phone shows: they are on the screen before the rest is drawn. */
const FIRST_DRAWN = 3

function Cards({ all }: { all: Profile[] }) {
  const list = useDeferredValue(all, isFirstScreen() ? all.slice(0, FIRST_DRAWN) : all)
  const pages = useMemo(() => [list], [list])
  return (
    <LongList name="approvals" pages={pages} keyOf={idOf} className={primitives.grid}>
      {(profile) => <Waiting profile={profile} />}
    </LongList>
  )
}

export function Approvals() {
  const { t } = useTranslation('staff')
  const query = useQuery(waitingQuery())
  return (
    <QueryView
      query={query}
      skeleton={<CardsSkeleton cards={4} height={220} />}
      empty={{
        icon: UserCheck,
        title: t('nobody_waits'),
        text: t('nobody_waits_text'),
        action: (
          <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
            {t('refresh')}
          </Button>
        ),
      }}
    >
      {(list) => <Cards all={list} />}
    </QueryView>
  )
}
