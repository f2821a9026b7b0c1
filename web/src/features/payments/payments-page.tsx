import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Banknote, ChartColumn, Undo2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { requireFactor } from '@/domain/accounts/factors.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { isPaidOut } from '@/domain/money/ledger.ts'
import { balancesQuery } from '@/domain/money/balances.ts'
import { paths } from '@/domain/paths.ts'
import { refundableQuery, refundableToCards } from '@/shared/money/refunds.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { Page, PageHeader } from '@/ui/page.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { lazyDialog } from '@/ui/loadable.tsx'
import { AccountCard } from './account-card.tsx'
import { BalanceCards } from './balance-cards.tsx'
import { LedgerList } from './ledger-list.tsx'
import { MethodList } from './method-list.tsx'
import { OwedCard } from './owed-card.tsx'
import { PaperList } from './paper-list.tsx'
import { PayoutList } from './payout-list.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SolvencyCard } from './solvency-card.tsx'
import { UsdcWallet } from './usdc-wallet.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './payments.module.css'

// The library that checks account numbers is loaded with the dialogs that need it.
const PayoutDialog = lazyDialog(() => import('./payout-dialog.tsx'), 'PayoutDialog')

type ActsProps = {
  role: 'kol' | 'brand'
  canTake: boolean
  onPayout: () => void
  onRefund: () => void
}

function PaymentsActs({ role, canTake, onPayout, onRefund }: ActsProps) {
  const { t } = useTranslation('payments')
  return (
    <>
      <LinkButton href={paths.figures} leftSection={<ChartColumn size={16} aria-hidden />}>
        {t('over_time')}
      </LinkButton>
      {role === 'kol' ? (
        <Button
          leftSection={<Banknote size={16} aria-hidden />}
          disabled={!canTake}
          onClick={onPayout}
        >
          {t('payout')}
        </Button>
      ) : (
        canTake && (
          <Button
            variant="default"
            leftSection={<Undo2 size={16} aria-hidden />}
            onClick={onRefund}
          >
            {t('refund')}
          </Button>
        )
      )}
    </>
  )
}

export function PaymentsPage() {
  const { t } = useTranslation(['payments', 'common'])
  const { profile } = useProfile()
  const [asking, setAsking] = useKeptOpen('payments', false)
  const close = () => setAsking(false)
  const { data: balances = [] } = useQuery(balancesQuery())
  const role = profile.role === 'kol' ? 'kol' : 'brand'
  const { data: refundable = [] } = useQuery({ ...refundableQuery(), enabled: role === 'brand' })
  const canTake =
    profile.frozen_at === null &&
    (role === 'brand'
      ? refundableToCards(refundable).length > 0
      : balances.some(
          (each) => each.kind === 'available' && each.amount_minor > 0 && isPaidOut(each.currency),
        ))

  // Asks for the second factor first, so that a filled-in form is not refused.
  async function openPayout() {
    if (await requireFactor()) setAsking(true)
  }

  return (
    <Page>
      <PageHeader
        title={t('common:nav.payments')}
        description={t(`description_${role}`)}
        actions={
          <PaymentsActs
            role={role}
            canTake={canTake}
            onPayout={() => void openPayout()}
            onRefund={() => setAsking(true)}
          />
        }
      />
      <BalanceCards role={role} />
      <div className={`${primitives.columns} ${styles.columns}`}>
        <LedgerList role={role} />
        <div className={primitives.stack}>
          <PayoutList role={role} />
          {role === 'brand' && <OwedCard />}
          {/* Suspended members may not open an account at the provider. */}
          {role === 'kol' && !profile.suspended_at && <AccountCard />}
          {role === 'kol' && <MethodList />}
          {role === 'kol' && <UsdcWallet />}
          <PaperList />
          <SolvencyCard />
        </div>
      </div>
      {role === 'kol' ? (
        <PayoutDialog opened={asking} onClose={close} balances={balances} />
      ) : (
        <RefundDialog opened={asking} onClose={close} />
      )}
    </Page>
  )
}
