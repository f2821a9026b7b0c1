import { Alert } from '@mantine/core'
import { Compass, Package, ShieldCheck, CircleX, Clock } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile, type Profile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { Page, PageHeader } from '@/ui/page.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { BalanceCards } from './balance-cards.tsx'
import { NewCreators } from './new-creators.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import { PendingTaskList } from './pending-task-list.tsx'
import { StaffQueue } from './staff-queue.tsx'
import { StartList } from './start-list.tsx'
import { WaitingOrders } from './waiting-orders.tsx'
import styles from './home.module.css'

/** The state of the member's application, until staff approve them. */
function ApprovalNotice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('home')
  if (profile.is_approved) return null
  if (profile.rejection_reason) {
    return (
      <Alert
        mb="lg"
        icon={<CircleX size={18} aria-hidden />}
        color="red"
        title={t('rejected.title')}
      >
        <p>{t('rejected.text', { reason: profile.rejection_reason })}</p>
        <p>{t('rejected.again')}</p>
      </Alert>
    )
  }
  return (
    <Alert mb="lg" icon={<Clock size={18} aria-hidden />} color="yellow" title={t('waiting.title')}>
      {t(profile.role === 'kol' ? 'waiting.text' : 'waiting.text_brand')}
    </Alert>
  )
}

export function HomePage() {
  const { t } = useTranslation(['home', 'common'])
  const { profile } = useProfile()
  const isCreator = profile.role === 'kol'
  // A suspended member cannot start anything new; a banner says why.
  const isSuspended = profile.suspended_at !== null
  const action = profile.is_staff
    ? { to: paths.staff(), icon: ShieldCheck, label: t('staff.open') }
    : isCreator
      ? { to: paths.packs, icon: Package, label: t('manage_packs') }
      : { to: paths.discover, icon: Compass, label: t('common:discover_creators') }
  return (
    <Page>
      <PageHeader
        title={t('greeting', { name: isolated(profile.display_name ?? '') })}
        documentTitle={t('common:nav.home')}
        description={profile.is_staff ? undefined : t(isCreator ? 'text_creator' : 'text_brand')}
        actions={
          !isSuspended && (
            <LinkButton href={action.to} variant="filled" leftSection={<action.icon size={16} />}>
              {action.label}
            </LinkButton>
          )
        }
      />
      <ApprovalNotice profile={profile} />
      <div className={styles.columns}>
        <div className={primitives.stack}>
          {profile.is_staff ? <StaffQueue /> : !isSuspended && <StartList />}
          <PendingTaskList />
          <WaitingOrders />
        </div>
        <div className={primitives.stack}>
          {!profile.is_staff && <BalanceCards />}
          <RecentNotifications />
        </div>
        {profile.role === 'brand' && !profile.is_staff && !isSuspended && (
          <div className={styles.whole}>
            <NewCreators />
          </div>
        )}
      </div>
    </Page>
  )
}
