import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, Redirect, useParams, useSearchParams } from 'wouter'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { AGAIN_PARAMETER } from '@/domain/orders/buy-again.ts'
import { earlierOrderQuery, type EarlierOrder } from '@/domain/orders/earlier-order.ts'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { imageUrl } from '@/domain/members/images.ts'
import { PackPrice } from '@/shared/orders/pack-price.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { Page } from '@/ui/page.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import primitives from '@/ui/primitives.module.css'
import { useOrdered } from './ordered.ts'
import { OrderingForm } from './ordering-form.tsx'
import { offeredQuery, type OfferedPack } from './queries.ts'
import styles from './ordering.module.css'

function Head({ pack, creator }: OfferedPack) {
  const { t } = useTranslation(['ordering', 'common'])
  const buyerFee = useTerms((market) => market.buyer_fee)
  const total = totalPrice(pack.price_minor, buyerFee, pack.currency)
  useDocumentTitle(t('title', { title: pack.title }))
  return (
    <header className={styles.head}>
      <MemberAvatar name={creator.display_name} image={imageUrl(creator.profile_image)} size={48} />
      <div>
        <h1>
          <bdi>{pack.title}</bdi>
        </h1>
        <p className={primitives.quiet}>
          <Link href={paths.creator(creator.id)}>
            <bdi>{creator.display_name}</bdi>
          </Link>{' '}
          · <PackPrice pack={{ ...pack, price_minor: total }} />
        </p>
      </div>
    </header>
  )
}

interface AgainProps {
  againId: string
  creatorId: string
  children: (earlier: EarlierOrder | null) => ReactNode
}

/** Loads the earlier order first, because the form starts with its choice and brief. */
function WithEarlierOrder({ againId, creatorId, children }: AgainProps) {
  const query = useQuery(earlierOrderQuery(againId, creatorId))
  return (
    <QueryView query={query} skeleton={<CardsSkeleton cards={1} height={320} />}>
      {children}
    </QueryView>
  )
}

function NoOrder({ why }: { why: 'gone' | 'brands_only' | 'not_yet' }) {
  const { t } = useTranslation(['ordering', 'common'])
  return (
    <EmptyPage
      icon={PackageX}
      title={t(`${why}_title`)}
      text={t(`${why}_text`)}
      action={
        <Button component={Link} href={paths.home} variant="default">
          {t('common:nav.home')}
        </Button>
      }
    />
  )
}

function Ordering({ offered }: { offered: OfferedPack }) {
  const { profile, canBuyOrSellOwnGig } = useProfile()
  const [params] = useSearchParams()
  const againId = params.get(AGAIN_PARAMETER)
  if (profile.role !== 'brand') return <NoOrder why="brands_only" />
  if (!canBuyOrSellOwnGig) return <NoOrder why="not_yet" />
  const form = (earlier: EarlierOrder | null) => (
    <OrderingForm {...offered} againId={againId} earlier={earlier} />
  )
  return (
    <>
      <Head {...offered} />
      {againId ? (
        <WithEarlierOrder againId={againId} creatorId={offered.pack.kol_id}>
          {form}
        </WithEarlierOrder>
      ) : (
        form(null)
      )}
    </>
  )
}

export function OrderingPage() {
  const { packId = '' } = useParams<{ packId: string }>()
  const query = useQuery(offeredQuery(packId))
  const ordered = useOrdered()
  if (ordered) return <Redirect to={paths.order(ordered)} replace />
  return (
    <Page width="narrow">
      <QueryView isPage query={query} skeleton={<CardsSkeleton cards={1} height={420} />}>
        {(offered) =>
          offered ? <Ordering key={offered.pack.id} offered={offered} /> : <NoOrder why="gone" />
        }
      </QueryView>
    </Page>
  )
}
