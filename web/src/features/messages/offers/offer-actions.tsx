import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useProfile } from '@/domain/members/profile.tsx'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { PaymentPartsList } from '@/domain/orders/payment-parts.tsx'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { useAnswerOffer, type Offer } from './queries.ts'

interface Props {
  offer: Offer
  isMine: boolean
  onCounter: () => void
}

function BrandPays({ offer }: { offer: Offer }) {
  const { t } = useTranslation('offers')
  const buyerFee = useTerms((market) => market.buyer_fee)
  return (
    <>
      <p>{t('accept_text_brand')}</p>
      <PaymentPartsList
        totalMinor={totalPrice(offer.price_minor, buyerFee)}
        currency={offer.currency}
      />
    </>
  )
}

/** The author can withdraw an open offer; the other side accepts, declines or counters it. */
export function OfferActions({ offer, isMine, onCounter }: Props) {
  const { t } = useTranslation('offers')
  const { profile } = useProfile()
  const [, navigate] = useLocation()
  const answer = useAnswerOffer(offer)
  const pay = usePay()
  const isBrand = profile.role === 'brand'

  async function accept() {
    const order = await answer.mutateAsync('accept')
    // The order stands now. If the pay page cannot be opened, it can be paid from its own page.
    if (order && isBrand)
      await pay.mutateAsync({ order }).catch(() => navigate(paths.order(order.id)))
  }
  if (isMine) {
    return (
      <Group gap="xs">
        <ConfirmButton
          size="sm"
          variant="default"
          title={t('withdraw_title')}
          text={t('withdraw_text')}
          confirmLabel={t('withdraw')}
          onConfirm={() => answer.mutateAsync('withdraw')}
        >
          {t('withdraw')}
        </ConfirmButton>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      <ConfirmButton
        size="sm"
        title={t('accept_title')}
        text={isBrand ? <BrandPays offer={offer} /> : t('accept_text_kol')}
        confirmLabel={t(isBrand ? 'accept_and_pay' : 'accept')}
        onConfirm={accept}
      >
        {t('accept')}
      </ConfirmButton>
      <Button size="sm" variant="default" onClick={onCounter}>
        {t('counter')}
      </Button>
      <ConfirmButton
        size="sm"
        danger
        variant="subtle"
        title={t('decline_title')}
        text={t('decline_text')}
        confirmLabel={t('decline')}
        onConfirm={() => answer.mutateAsync('decline')}
      >
        {t('decline')}
      </ConfirmButton>
    </Group>
  )
}
