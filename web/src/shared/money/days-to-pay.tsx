import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'

type Days = Filled<CompositeTypes<'days_to_pay'>>

/** Shows a creator who considers a brand's order how long earlier creators waited for the money of this brand. */
export function DaysToPay({ brandId }: { brandId: string }) {
  const { t, i18n } = useTranslation('payments')
  const { data, isError } = useQuery({
    queryKey: [...keyRoots.payments, 'days-to-pay', brandId],
    queryFn: async ({ signal }): Promise<Days | null> => {
      const asked = read('days_to_pay', { brand_id: brandId })
      return ((await unwrap(asked, signal)) as Days[]).at(0) ?? null
    },
    meta: { silent: true },
  })
  if (data === undefined) return isError ? '–' : '…'
  if (data === null) return t('days_to_pay_unknown')
  const { days, orders, creators } = data
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return (
    <>
      <b>{new Intl.NumberFormat(i18n.language, unit).format(days)}</b> ·{' '}
      {t('days_to_pay_orders', { count: orders })}, {t('days_to_pay_creators', { count: creators })}
      . {t('days_to_pay_text')}
    </>
  )
}
