import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { balanceCheckQuery } from './queries.ts'

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

/** Computes in the browser that the member's own balance is part of what the platform says it owes. */
export function BalanceCheck({ currency }: { currency: string }) {
  const { t } = useTranslation('payments')
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <Outcome currency={currency} />
  return (
    <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
      {t('check_balance', { currency })}
    </Button>
  )
}
