import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { balancesQuery } from '@/domain/money/balances.ts'
import { amountsOf, isFree } from '@/domain/money/ledger.ts'
import { paths } from '@/domain/paths.ts'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import styles from './home.module.css'

const KINDS = {
  kol: ['pending', 'available', 'in_transit'],
  brand: ['escrow', 'wallet'],
} as const

export function BalanceCards() {
  const { t } = useTranslation(['home', 'common', 'payments'])
  const { profile } = useProfile()
  const query = useQuery(balancesQuery())
  const isFrozen = profile.frozen_at !== null
  const kinds = KINDS[profile.role === 'kol' ? 'kol' : 'brand']
  return (
    <SectionCard title={t('money')} link={{ href: paths.payments, text: t('money_more') }}>
      <QueryView query={query} bare skeleton={<Skeleton height={88} />}>
        {(balances) => {
          // Kinds of balances without money are left out, except the two that everybody looks for.
          const shown = kinds.filter(
            (kind, index) =>
              index < 2 || balances.some((each) => each.kind === kind && each.amount_minor !== 0),
          )
          return (
            <dl className={styles.money}>
              {shown.map((kind) => (
                <div key={kind}>
                  <dt>{t(`payments:kind_${kind}`)}</dt>
                  <dd>
                    {amountsOf(kind, balances).map(({ currency, amount_minor }) => (
                      <MoneyText key={currency} minor={amount_minor} currency={currency} />
                    ))}
                  </dd>
                  <dd className={styles.moneyHint}>
                    {t(isFrozen && isFree(kind) ? 'common:frozen_money' : `balance_hint.${kind}`)}
                  </dd>
                </div>
              ))}
            </dl>
          )
        }}
      </QueryView>
    </SectionCard>
  )
}
