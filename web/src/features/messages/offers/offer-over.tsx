import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { offerStateOf } from './offer-state.ts'
import type { Offer } from './queries.ts'
import primitives from '@/ui/primitives.module.css'

/** Says why an offer ended while the reader was typing an answer, so that nothing can be sent any more. */
export function OfferOver({ offer }: { offer: Offer }) {
  const { t } = useTranslation(['offers', 'common'])
  const state = offerStateOf(offer)
  if (state === 'sent') return null
  return (
    <div role="alert" className={primitives.warning}>
      <strong>{t(`over_${state}`)}</strong>
      <p>{t('over_text')}</p>
      {offer.order_id && <Link href={paths.order(offer.order_id)}>{t('common:view_order')}</Link>}
    </div>
  )
}
