import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { SaveButton } from '@/ui/save-button.tsx'
import type { OrderSearch } from '../queries.ts'
import { fetchOrdersFile } from './orders-file.ts'

/** Saves all orders that a search finds. Loaded after the list, so that the list does not wait for it. */
export function SaveOrders(search: OrderSearch) {
  const { t } = useTranslation('common')
  return (
    <SaveButton label={t('save_csv')} name="orders.csv" content={() => fetchOrdersFile(search)} />
  )
}
