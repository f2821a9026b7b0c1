import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { solvencyStateOf } from '@/domain/money/solvency.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { BalanceCheck } from './balance-check.tsx'
import { solvencyQuery } from './queries.ts'
import styles from './payments.module.css'

/** The public proof that everything owed is held. */
export function SolvencyCard() {
  const { t } = useTranslation('payments')
  const query = useQuery(solvencyQuery())
  return (
    <SectionCard title={t('solvency')}>
      <p className={styles.intro}>{t('solvency_text')}</p>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={1} />}>
        {(list) => (
          <ul className={styles.rows}>
            {list.map(({ currency, held_minor, owed_minor, held_at, ...line }) => {
              const state = solvencyStateOf(line)
              const isCovered = state === 'covered'
              const Icon = isCovered ? ShieldCheck : ShieldAlert
              return (
                <li key={currency}>
                  <Icon
                    size={19}
                    aria-hidden
                    color={isCovered ? 'var(--k-accent)' : 'var(--k-bad-ink)'}
                  />
                  <span className={primitives.words}>
                    <strong>
                      {held_at ? <MoneyText minor={held_minor} currency={currency} /> : '–'}{' '}
                      {t('held')}
                    </strong>
                    <span className={primitives.quiet}>
                      <MoneyText minor={owed_minor} currency={currency} /> {t('owed')} · {t(state)}
                      {held_at && owed_minor > 0 && (
                        <>
                          {' · '}
                          {t('held_asked')} <TimeText value={held_at} />
                        </>
                      )}
                    </span>
                    <BalanceCheck currency={currency} />
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
