import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Package, RefreshCcw } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { channelsOf, type Channel } from '@/domain/market/channels.ts'
import { platformName } from '@/domain/market/market.ts'
import { packsOfQuery, type Pack } from '@/domain/market/packs.ts'
import type { Member } from '@/domain/members/members.ts'
import { workOfPack, worksOf, type Work } from '@/domain/members/works.ts'
import { canTransactQuery } from '@/domain/members/own-profile.ts'
import { ChannelText } from '@/shared/members/channel-list.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { PackChoices } from '@/shared/orders/pack-choices.tsx'
import { PackPrice } from '@/shared/orders/pack-price.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import { paths } from '@/domain/paths.ts'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { percent } from '@/lib/i18n/numbers.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { creatorRecordQuery } from './queries.ts'
import styles from './creator-profile.module.css'

/** Facts about the creator's reliability beside the prices: reply time, work on time, returning brands. */
function CreatorRecord({ creatorId }: { creatorId: string }) {
  const { t, i18n } = useTranslation('creator-profile')
  const { data, isError } = useQuery(creatorRecordQuery(creatorId))
  if (isError) return null
  const { reply_hours: hours, orders, on_time: onTime, brands, brands_again: again } = data ?? {}
  const inUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(value)
  const facts = [
    typeof hours === 'number' &&
      t('record_reply', {
        time: hours < 48 ? inUnit(Math.max(1, hours), 'hour') : inUnit(hours / 24, 'day'),
      }),
    orders &&
      t('record_on_time', { share: percent((onTime ?? 0) / orders, i18n.language), count: orders }),
    brands && t('record_again', { again: again ?? 0, count: brands }),
  ].filter((fact) => typeof fact === 'string')
  // A non-breaking space keeps the line's height until the numbers are loaded.
  const words = data ? t('record_none') : '\u00a0'
  return facts.length > 0 ? (
    <ul className={`${primitives.terms} ${styles.record}`}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  ) : (
    <p className={`${primitives.quiet} ${styles.record}`}>{words}</p>
  )
}

/** Id of the paragraph that says why the reader cannot buy. */
const REASON = 'cannot-buy'

interface CardProps {
  pack: Pack
  /** Where the work will be published. */
  channel: Channel | undefined
  work: Work | undefined
  isBuyer: boolean
  mayBuy: boolean
}

function PackCard({ pack, channel, work, isBuyer, mayBuy }: CardProps) {
  const { t } = useTranslation(['creator-profile', 'common'])
  return (
    <article className={`${primitives.surface} ${styles.pack}`}>
      <div className={primitives.ends}>
        {work && (
          <span className={styles.packWork}>
            <WorkPicture path={work.thumbnail} />
          </span>
        )}
        <h3>
          <bdi>{pack.title}</bdi>
        </h3>
        <b>
          <PackPrice pack={pack} />
        </b>
      </div>
      <ul className={primitives.terms}>
        {channel ? (
          <li>
            <ChannelText channel={channel} />
          </li>
        ) : (
          pack.platform && <li>{platformName(pack.platform)}</li>
        )}
        <li>
          <CalendarClock size={15} aria-hidden />
          {t('common:days', { count: pack.delivery_days })}
        </li>
        <li>
          <RefreshCcw size={15} aria-hidden />
          {t('common:revisions', { count: pack.revisions })}
        </li>
      </ul>
      {pack.description && <MemberText text={pack.description} className={styles.packText} />}
      <PromiseList promised={pack} />
      <PackChoices pack={pack} />
      {isBuyer && mayBuy && (
        <LinkButton
          href={paths.ordering(pack.id)}
          variant="filled"
          fullWidth
          aria-label={t('buy_pack', { title: pack.title })}
        >
          {t('buy')}
        </LinkButton>
      )}
      {isBuyer && !mayBuy && (
        // The button is not `disabled`, so that its reason can be reached by keyboard.
        <Button
          fullWidth
          aria-label={t('buy_pack', { title: pack.title })}
          data-disabled
          aria-disabled
          aria-describedby={REASON}
        >
          {t('buy')}
        </Button>
      )}
    </article>
  )
}

export function PackList({ creator }: { creator: Member }) {
  const { t } = useTranslation('creator-profile')
  const { profile, canBuyOrSellOwnGig } = useProfile()
  const mayNotBuy = useQuery(canTransactQuery(profile.id)).data === false
  const query = useQuery(packsOfQuery(creator.id))
  const isBuyer = profile.role === 'brand' && profile.id !== creator.id
  const channels = channelsOf(creator)
  const works = worksOf(creator)
  return (
    <section aria-labelledby="packs">
      <h2 id="packs" className={styles.sectionTitle}>
        {t('packs')}
      </h2>
      <CreatorRecord creatorId={creator.id} />
      {isBuyer && mayNotBuy && (
        <p id={REASON} className={primitives.quiet}>
          {t('cannot_buy')}
        </p>
      )}
      <QueryView
        query={query}
        skeleton={<CardsSkeleton cards={2} height={170} />}
        empty={{ icon: Package, title: t('no_packs'), text: t('no_packs_text') }}
      >
        {(packs) => (
          <ul className={primitives.stack}>
            {packs.map((pack) => (
              <li key={pack.id}>
                <PackCard
                  pack={pack}
                  work={workOfPack(pack, works)}
                  channel={channels.find(({ platform }) => platform === pack.platform)}
                  isBuyer={isBuyer}
                  mayBuy={canBuyOrSellOwnGig}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}
