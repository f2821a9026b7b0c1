import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { briefOf } from '@/domain/briefs/brief.ts'
import { DaysToPay } from '@/shared/money/days-to-pay.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { AcceptDialog, OfferDialog } from './lazy-dialogs.ts'
import { OfferActions } from './offer-actions.tsx'
import { offerStateOf, type OfferState } from './offer-state.ts'
import { OfferTerms } from './offer-terms.tsx'
import { offersQuery } from './queries.ts'
import styles from './offers.module.css'

const TONES: Record<OfferState, Tone> = {
  sent: 'info',
  accepted: 'good',
  declined: 'bad',
  countered: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
}

/** An offer in the conversation, with the actions that the reader can take. */
export function OfferCard({
  offerId,
  conversationId,
}: {
  offerId: string
  conversationId: string
}) {
  const { t } = useTranslation(['offers', 'common', 'payments'])
  const { profile } = useProfile()
  const { data: offers, isSuccess } = useQuery(offersQuery(conversationId))
  // The form stays open when the offer ends and its buttons disappear, so that typed text is not lost.
  const [answer, setAnswer] = useKeptOpen<'accept' | 'counter' | null>(`offer:${offerId}`, null)
  const close = () => setAnswer(null)
  const offer = offers?.[offerId]
  if (!offer) return isSuccess ? <p className={styles.quiet}>{t('gone')}</p> : null
  const state = offerStateOf(offer)
  const isMine = offer.author_id === profile.id
  const otherId = profile.id === offer.brand_id ? offer.kol_id : offer.brand_id
  const former = offers[offer.counters_id ?? '']
  // A brand that counters or accepts a counter-offer has written a brief before, from which the new one starts.
  const earlier = former && former.author_id === former.brand_id ? briefOf(former) : null
  return (
    <article className={styles.card} aria-label={t('card', { title: offer.title })}>
      <header>
        <Handshake size={18} aria-hidden />
        <h3>
          <bdi>{offer.title}</bdi>
        </h3>
        <ToneBadge tone={TONES[state]}>{t(`state_${state}`)}</ToneBadge>
      </header>
      <OfferTerms offer={offer} former={former} />
      {state === 'sent' && (
        <p className={styles.quiet}>
          {t('valid_until')} <TimeText value={offer.expires_at} show="full" />
        </p>
      )}
      {state === 'sent' && profile.id === offer.kol_id && (
        <p className={styles.quiet}>
          {t('payments:days_to_pay')}: <DaysToPay brandId={offer.brand_id} />
        </p>
      )}
      {state === 'sent' && (
        <OfferActions
          offer={offer}
          isMine={isMine}
          onAccept={() => setAnswer('accept')}
          onCounter={() => setAnswer('counter')}
        />
      )}
      {offer.order_id && (
        <Group>
          <LinkButton href={paths.order(offer.order_id)} size="sm">
            {t('common:view_order')}
          </LinkButton>
        </Group>
      )}
      <AcceptDialog opened={answer === 'accept'} offer={offer} earlier={earlier} onClose={close} />
      <OfferDialog
        opened={answer === 'counter'}
        otherId={otherId}
        former={offer}
        earlier={earlier}
        onClose={close}
      />
    </article>
  )
}
