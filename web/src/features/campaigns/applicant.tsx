import { MessageSquare } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { FromPrice } from '@/domain/market/from-prices.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { paths } from '@/domain/paths.ts'
import { ConfirmAgainError } from '@/lib/api/query-client.ts'
import { percent } from '@/lib/i18n/numbers.ts'
import { compactNumber } from '@/lib/i18n/time.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FromPriceText } from '@/shared/market/from-price-text.tsx'
import { ShortChannels } from '@/shared/members/channel-list.tsx'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { Fact } from '@/ui/fact.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { useState } from 'react'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { TermsCompare } from '@/shared/orders/terms-compare.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { onTimeShare } from './applicants.ts'
import {
  isCampaignFull,
  useDeclineApplication,
  type Campaign,
  type WithCreator,
  useAcceptApplication,
  type Application,
} from './queries.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { APPLICATION_TONES } from './tones.ts'
import styles from './campaigns.module.css'

/** Accepts the terms that were shown when it was pressed. If they have changed, it shows the difference first. */
function AcceptButton({ application, name }: { application: Application; name: string }) {
  const { t, i18n } = useTranslation(['campaigns', 'common'])
  const buyerFee = useTerms((terms) => terms.buyer_fee)
  const [, navigate] = useLocation()
  const accept = useAcceptApplication()
  const [seen, setSeen] = useState(application)
  const [changed, setChanged] = useState<ChangedTerms | null>(null)

  const { price_minor, currency } = seen
  const total = formatMoney(totalPrice(price_minor, buyerFee, currency), currency, i18n.language)

  async function confirm() {
    const terms = changed?.now.terms_hash ?? seen.terms_hash
    const order = await accept.mutateAsync({ id: application.id, terms })
    if (!('changed' in order)) return navigate(paths.order(order.id))
    setChanged({ seen: changed?.now ?? order.changed.seen, now: order.changed.now })
    throw new ConfirmAgainError('The terms have changed: nothing was accepted.')
  }

  return (
    <ConfirmButton
      title={t('accept_title', { name })}
      text={changed ? <TermsCompare {...changed} /> : t('accept_text', { total, name })}
      confirmLabel={t(changed ? 'accept_new' : 'common:accept')}
      onOpen={() => {
        setSeen(application)
        setChanged(null)
      }}
      onConfirm={confirm}
    >
      {t('common:accept')}
    </ConfirmButton>
  )
}

interface Props {
  application: WithCreator
  campaign: Campaign
  price: FromPrice | null | undefined
  /** True if some applicant has a picture. All rows then have a place for one. */
  hasPictures: boolean
}

/** Facts by which a brand compares applicants; in a wide window each has a column of its own. */
function Facts({ application, price }: Pick<Props, 'application' | 'price'>) {
  const { t, i18n } = useTranslation(['campaigns', 'common', 'creator-profile'])
  const { card } = application
  const onTime = onTimeShare(application)
  return (
    <dl className={styles.compared}>
      <Fact name={t('asks')}>
        <b>
          <MoneyText minor={application.price_minor} currency={application.currency} />
        </b>{' '}
        {t('in_days', { count: application.delivery_days })} ·{' '}
        {t('common:revisions', { count: application.revisions })}
      </Fact>
      <Fact name={t('common:rating')}>
        {card ? <RatingText rating={card.rating} count={card.review_count} /> : '–'}
      </Fact>
      <div>
        <dt>{t('creator-profile:followers')}</dt>
        <dd className="k-numbers">
          {card ? compactNumber(card.follower_total, i18n.language) : '–'}
        </dd>
      </div>
      <Fact name={t('creator-profile:packs')}>
        <FromPriceText price={price} />
      </Fact>
      <Fact name={t('on_time')}>
        {onTime === null
          ? t('on_time_unknown')
          : `${percent(onTime, i18n.language)} (${application.applicant_record?.orders})`}
      </Fact>
    </dl>
  )
}

function Acts({
  application,
  campaign,
  name,
}: Pick<Props, 'application' | 'campaign'> & { name: string }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const decline = useDeclineApplication()
  return (
    <footer className={primitives.wrap}>
      {application.status === 'sent' ? (
        <>
          {!isCampaignFull(campaign) && <AcceptButton application={application} name={name} />}
          <ConfirmButton
            variant="default"
            title={t('decline_title', { name })}
            text={t('decline_text')}
            onConfirm={() => decline.mutateAsync(application)}
          >
            {t('common:decline')}
          </ConfirmButton>
        </>
      ) : (
        <ToneBadge tone={APPLICATION_TONES[application.status] ?? 'neutral'}>
          {t(`application_${application.status}`)}
        </ToneBadge>
      )}
      {application.order_id && (
        <LinkButton href={paths.order(application.order_id)}>{t('common:to_order')}</LinkButton>
      )}
      <LinkButton
        href={paths.messages(application.kol_id)}
        variant="subtle"
        leftSection={<MessageSquare size={16} aria-hidden />}
      >
        {t('common:message')}
      </LinkButton>
    </footer>
  )
}

export function Applicant({ application, campaign, price, hasPictures }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { creator, card } = application
  const name = creator?.display_name ?? t('common:unknown_creator')
  return (
    <article className={styles.applicant} data-pictured={hasPictures || undefined}>
      {hasPictures && (
        <div className={styles.cover} data-empty={!card?.cover || undefined}>
          <WorkPicture path={card?.cover} />
        </div>
      )}
      <header className={primitives.line}>
        <MemberAvatar name={name} image={imageUrl(creator?.profile_image)} size={44} />
        <div className={primitives.words}>
          <strong>
            <Link href={paths.creator(application.kol_id)} className={styles.plainLink}>
              <bdi>{name}</bdi>
            </Link>
            {creator?.is_verified && <VerifiedMark />}
          </strong>
          <span className={primitives.quiet}>
            {application.pack_id ? <bdi>{application.title}</bdi> : t('own_price')}
          </span>
        </div>
      </header>
      <Facts application={application} price={price} />
      <div className={primitives.stack}>
        {card && <ShortChannels of={card} />}
        {application.description && <MemberText text={application.description} hasLinks />}
        <Acts application={application} campaign={campaign} name={isolated(name)} />
      </div>
    </article>
  )
}
