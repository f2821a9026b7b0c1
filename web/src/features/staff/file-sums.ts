import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import type { Translate } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'

export type FileSum = Filled<CompositeTypes<'file_sum'>>

/** Text with the number of payouts in a bank file and their total, by currency. */
export const sumsText = (sums: FileSum[], t: Translate<'staff'>, locale: string) =>
  sums
    .map(({ currency, payouts, amount_minor }) =>
      t('payout_file_sum', {
        count: payouts,
        amount: formatMoney(amount_minor, currency, locale),
      }),
    )
    .join('; ')
