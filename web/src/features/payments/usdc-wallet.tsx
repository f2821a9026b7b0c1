import { useQuery } from '@tanstack/react-query'
import { creatorWalletsQuery, walletsByState } from '@/domain/chain/creator-wallets.ts'
import { shortAddress } from '@/domain/chain/networks.ts'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import styles from './payments.module.css'

/** The wallet to which orders in USDC are paid, beside the accounts for payouts; the settings change it. */
export function UsdcWallet() {
  const { t } = useTranslation('payments')
  const query = useQuery(creatorWalletsQuery())
  return (
    <SectionCard
      title={t('usdc_wallet')}
      actions={
        <LinkButton href={paths.settings('wallet')} size="compact-sm">
          {t('usdc_wallet_open')}
        </LinkButton>
      }
    >
      <QueryView bare query={query} isEmpty={() => false} skeleton={<ListSkeleton rows={1} />}>
        {(wallets) => {
          const { current, waiting } = walletsByState(wallets)
          const [next] = waiting
          return (
            <p className={styles.intro}>
              {current ? (
                <>
                  {t('usdc_wallet_pays')}{' '}
                  <code title={current.address}>{shortAddress(current.address)}</code>
                </>
              ) : (
                t(next ? 'usdc_wallet_soon' : 'usdc_wallet_none')
              )}
              {next?.waits_until && (
                <>
                  {' '}
                  {t('usdc_wallet_waits')} <TimeText value={next.waits_until} show="full" />:{' '}
                  <code title={next.address}>{shortAddress(next.address)}</code>
                </>
              )}
            </p>
          )
        }}
      </QueryView>
    </SectionCard>
  )
}
