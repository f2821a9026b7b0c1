import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { solvencyStateOf } from '@/domain/money/solvency.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useProfile } from '@/shared/members/profile.tsx'
import { solvencyQuery, balanceCheckQuery } from './queries.ts'
import styles from './payments.module.css'

function Outcome({ currency }: { currency: string }) {
  const { t } = useTranslation('payments')
  const { profile } = useProfile()
  const query = useQuery(balanceCheckQuery(currency, profile.id))
  return (
    <QueryView bare query={query} skeleton={<ListSkeleton rows={1} />}>
      {(check) =>
        check ? (
          <>
            <p role="status">{t(check.isCounted ? 'check_counted' : 'check_wrong')}</p>
            <p className={primitives.quiet}>
              <MoneyText minor={check.proof.amount_minor} currency={currency} /> {t('check_yours')}{' '}
              · <MoneyText minor={check.root.owed_minor} currency={currency} /> {t('check_all')} ·{' '}
              <TimeText value={check.root.counted_at} />
            </p>
          </>
        ) : (
          <p role="status">{t('check_none')}</p>
        )
      }
    </QueryView>
  )
}

/** Checks in the browser that the member's balance is included in the total that the platform says it owes. */
function BalanceCheck({ currency }: { currency: string }) {
  const { t } = useTranslation('payments')
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <Outcome currency={currency} />
  return (
    <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
      {t('check_balance', { currency })}
    </Button>
  )
}

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
