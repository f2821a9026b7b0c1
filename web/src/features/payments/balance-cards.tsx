import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { balancesQuery } from '@/domain/money/balances.ts'
import { balanceTable, isFree, hasNoPayout, type BalanceKind } from '@/domain/money/ledger.ts'
import { debtsQuery, clearingQuery, unassignedQuery, type Clearing } from './queries.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './payments.module.css'

function NextClearing({ currency, clears_at, clears_minor, disputed_minor }: Clearing) {
  const { t } = useTranslation('payments')
  return (
    <>
      {clears_at !== null && (
        <p className={primitives.quiet}>
          <MoneyText minor={clears_minor ?? 0} currency={currency} /> {t('clears')}{' '}
          <TimeText value={clears_at} />
        </p>
      )}
      {disputed_minor > 0 && (
        <p className={primitives.quiet}>
          <MoneyText minor={disputed_minor} currency={currency} /> {t('waits')}
        </p>
      )}
    </>
  )
}

function Sum({
  title,
  text,
  ...money
}: Record<'title' | 'text' | 'currency', string> & { minor: number }) {
  return (
    <section className={styles.currency} aria-label={title}>
      <div className={`${primitives.surface} ${styles.balance}`}>
        <h2>{title}</h2>
        <b>
          <MoneyText {...money} />
        </b>
        <p className={primitives.quiet}>{text}</p>
      </div>
    </section>
  )
}

/** The debts and unassigned payments of a brand, above the balances, from which the debts will be paid. */
function SumsOfBrand() {
  const { t } = useTranslation('payments')
  const { data: debts = [] } = useQuery(debtsQuery())
  const { data: unassigned = [] } = useQuery(unassignedQuery())
  return (
    <>
      {debts.map(({ currency, owed_minor }) => (
        <Sum
          key={currency}
          title={t('debt')}
          text={t('debt_text')}
          minor={owed_minor}
          currency={currency}
        />
      ))}
      {unassigned.map(({ id, currency, suspense_minor }) => (
        <Sum
          key={id}
          title={t('unassigned')}
          text={t('unassigned_text')}
          minor={suspense_minor ?? 0}
          currency={currency}
        />
      ))}
    </>
  )
}

export function BalanceCards({ role }: { role: 'brand' | 'kol' }) {
  const { t } = useTranslation(['payments', 'common'])
  const query = useQuery(balancesQuery())
  const { data: clearing = [] } = useQuery(clearingQuery())
  const buyerFee = useTerms((market) => market.buyer_fee)
  const isFrozen = useProfile().profile.frozen_at !== null
  const textOf = (kind: BalanceKind, currency: string) => {
    if (isFrozen && isFree(kind)) return 'common:frozen_money'
    if (kind === 'available' && hasNoPayout(currency)) return 'not_paid_out'
    return kind === 'escrow' && buyerFee > 0
      ? 'kind_escrow_with_fee_text'
      : (`kind_${kind}_text` as const)
  }
  return (
    <>
      {role === 'brand' && <SumsOfBrand />}
      <QueryView query={query} skeleton={<CardsSkeleton cards={3} height={118} />}>
        {(balances) =>
          balanceTable(role, balances).map(({ currency, amounts }) => (
            <section key={currency} className={styles.currency} aria-label={currency}>
              {amounts.map(({ kind, amount }, index) => (
                <div
                  key={kind}
                  className={`${primitives.surface} ${styles.balance}`}
                  data-main={index === 0 || undefined}
                >
                  <h2>{t(`kind_${kind}`)}</h2>
                  <b>
                    <MoneyText minor={amount} currency={currency} />
                  </b>
                  {kind === 'pending' && amount > 0 ? (
                    clearing
                      .filter((each) => each.currency === currency)
                      .map((each) => <NextClearing key={currency} {...each} />)
                  ) : (
                    <p className={primitives.quiet}>{t(textOf(kind, currency), { currency })}</p>
                  )}
                </div>
              ))}
            </section>
          ))
        }
      </QueryView>
    </>
  )
}
