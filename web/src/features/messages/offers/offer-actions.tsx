import { Button, Group } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { useAnswerOffer, type Offer } from './queries.ts'

interface Props {
  offer: Offer
  isMine: boolean
  /** Opens the form in which the brand adds its brief and accepts. */
  onAccept: () => void
  onCounter: () => void
}

/** The author can withdraw an open offer; the other side accepts, declines or counters it. */
export function OfferActions({ offer, isMine, onAccept, onCounter }: Props) {
  const { t, i18n } = useTranslation(['offers', 'common'])
  const { profile } = useProfile()
  const answer = useAnswerOffer(offer)
  const show = (minor: number) => formatMoney(minor, offer.currency, i18n.language)
  if (isMine) {
    return (
      <Group gap="xs">
        <ConfirmButton
          size="sm"
          variant="default"
          title={t('withdraw_title')}
          text={t('withdraw_text')}
          onConfirm={() => answer.mutateAsync('withdraw')}
        >
          {t('common:withdraw')}
        </ConfirmButton>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      {profile.role === 'brand' ? (
        <Button size="sm" onClick={onAccept}>
          {t('common:accept')}
        </Button>
      ) : (
        <ConfirmButton
          size="sm"
          title={t('accept_title')}
          text={t('accept_text_kol', {
            price: show(offer.price_minor),
            earned: show(offer.price_minor - offer.fee_minor),
            fee: show(offer.fee_minor),
          })}
          onConfirm={() => answer.mutateAsync({ accept: null })}
        >
          {t('common:accept')}
        </ConfirmButton>
      )}
      <Button size="sm" variant="default" onClick={onCounter}>
        {t('counter')}
      </Button>
      <ConfirmButton
        size="sm"
        danger
        variant="subtle"
        title={t('decline_title')}
        text={t('decline_text')}
        onConfirm={() => answer.mutateAsync('decline')}
      >
        {t('common:decline')}
      </ConfirmButton>
    </Group>
  )
}
