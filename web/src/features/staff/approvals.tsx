import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Check, UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/lib/notify.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { CardsSkeleton } from '@/ui/skeletons.tsx'
import { ProfileDetails, ProfileHead } from './profile-details.tsx'
import { useAct, waitingQuery, type Profile } from './queries.ts'
import { SuspendButton } from './suspend-button.tsx'
import styles from './staff.module.css'

function Waiting({ profile }: { profile: Profile & { inviter: string | null } }) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useAct()
  const name = profile.display_name ?? t('common:unknown')
  const busy = (kind: string) => act.isPending && act.variables?.act === kind
  return (
    <article className={styles.card}>
      <ProfileHead profile={profile} />
      <ProfileDetails profile={profile} />
      {profile.inviter && (
        <p className={styles.quiet}>{t('invited_by', { name: profile.inviter })}</p>
      )}
      <footer className={styles.actions}>
        <Button
          leftSection={<Check size={16} aria-hidden />}
          loading={busy('approve')}
          aria-label={t('approve_name', { name })}
          onClick={() =>
            act.mutate(
              { act: 'approve', profileId: profile.id },
              { onSuccess: () => notify.success(t('approved', { name })) },
            )
          }
        >
          {t('approve')}
        </Button>
        {!profile.is_verified && (
          <Button
            variant="default"
            leftSection={<BadgeCheck size={16} aria-hidden />}
            loading={busy('verify')}
            onClick={() => act.mutate({ act: 'verify', profileId: profile.id })}
          >
            {t('verify')}
          </Button>
        )}
        <SuspendButton profileId={profile.id} name={name} />
      </footer>
    </article>
  )
}

export function Approvals() {
  const { t } = useTranslation('staff')
  const client = useQueryClient()
  const query = useQuery(waitingQuery())
  const refresh = () => client.invalidateQueries({ queryKey: waitingQuery().queryKey })
  // Staff may read every profile, so they hear of each one that is completed or approved.
  useTableChanges({ table: 'profiles', event: 'UPDATE', onResume: refresh }, refresh)
  return (
    <QueryView
      query={query}
      skeleton={<CardsSkeleton cards={4} height={220} />}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState
          icon={UserCheck}
          title={t('nobody_waits')}
          text={t('nobody_waits_text')}
          action={
            <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
              {t('refresh')}
            </Button>
          }
        />
      }
    >
      {(list) => (
        <ul className={styles.grid}>
          {list.map((profile) => (
            <li key={profile.id}>
              <Waiting profile={profile} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}
