import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { briefOf } from '@/domain/briefs/brief.ts'
import { BriefView } from '@/shared/briefs/brief-view.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { BoughtLines } from '@/shared/orders/bought-lines.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import { useTermsForOrder } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { termsOf } from '@/domain/orders/promise.ts'
import { DeliveryContent } from '@/shared/orders/delivery-content.tsx'
import { RulingItem } from '@/shared/orders/ruling-item.tsx'
import { ShareSplit } from '@/shared/orders/share-split.tsx'
import { StatementItem } from '@/shared/orders/statement-item.tsx'
import { isolated } from '@/lib/i18n/text.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { caseHistory, caseEventTitle } from './case-history.ts'
import { disputeFileQuery } from './queries.ts'
import { caseSilence } from './case-silence.ts'
import type { DisputedOrder, DisputeFile } from './staff-rows.ts'
import styles from './staff.module.css'

/** The terms of the order at the time when it was placed. */
function CaseTerms({ order }: { order: Order }) {
  const { t } = useTranslation(['staff', 'common'])
  const terms = termsOf(order.terms)
  return (
    <section aria-label={t('case_terms')}>
      <dl className={styles.facts}>
        <dt>{t('case_terms')}</dt>
        <dd>
          <MoneyText minor={order.price_minor} currency={order.currency} /> ·{' '}
          {t('common:days', { count: order.delivery_days })},{' '}
          {t('common:revisions', { count: order.revisions_allowed })}
        </dd>
      </dl>
      {terms?.description && <MemberText text={terms.description} hasLinks />}
      {terms?.milestones && (
        <ol aria-label={t('common:milestones')}>
          {terms.milestones.map(({ title, amount_minor }, index) => (
            // Two milestones may have the same title, so the position is the key.
            <li key={index}>
              <bdi>{title}</bdi> · <MoneyText minor={amount_minor} currency={order.currency} />
            </li>
          ))}
        </ol>
      )}
      {terms && <BoughtLines bought={terms} currency={order.currency} />}
      {terms && <PromiseList promised={terms} />}
    </section>
  )
}

interface HistoryProps {
  file: Pick<DisputeFile, 'events' | 'deliveries'>
  creator: string
  nameOf: (id: string | null) => string
}

/** Deliveries, and the texts that were written with moves. */
function CaseHistory({ file, creator, nameOf }: HistoryProps) {
  const { t } = useTranslation(['orders', 'order-states', 'common'])
  return caseHistory(file).map(({ key, at, event, delivery, number }) => (
    <blockquote key={key} className={primitives.quote}>
      <strong>
        {delivery && t(delivery.is_draft ? 'draft' : 'delivery', { number })}
        {event && t(caseEventTitle(event))}
        {event?.category && ` · ${t(`common:ruling_category.${event.category}`)}`}
      </strong>
      {delivery && <DeliveryContent delivery={delivery} />}
      {event && <MemberText text={event.note ?? ''} hasLinks />}
      <footer className={primitives.quiet}>
        <bdi>{event ? nameOf(event.actor_id) : creator}</bdi> · <TimeText value={at} show="full" />
      </footer>
    </blockquote>
  ))
}

interface HeadProps {
  order: DisputedOrder
  brand: string
  creator: string
}

function CaseHead({ order, brand, creator }: HeadProps) {
  return (
    <p className={primitives.words}>
      <strong>
        <bdi>{order.pack_title}</bdi>
      </strong>
      <span className={primitives.quiet}>
        {order.number} · <bdi>{brand}</bdi> · <bdi>{creator}</bdi>
      </span>
    </p>
  )
}

/** Says that there are unread statements. They are loaded only after a press, because each reading is recorded. */
function News({ isRead, onRead }: { isRead: boolean; onRead: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <div role="status" className={`${primitives.warning} ${primitives.wrap}`}>
      {t('case_news')}
      <Button size="xs" variant="default" loading={isRead} onClick={onRead}>
        {t('case_read_news')}
      </Button>
    </div>
  )
}

/** Says how the case continues at the deadline if nobody acts. */
function Silence({ order, share }: { order: Order; share: number | null }) {
  const { t, i18n } = useTranslation(['orders', 'staff'])
  const silence = caseSilence(order, share, useTermsForOrder(order))
  if (!silence) return null
  const date = silence.until && dateTime(new Date(silence.until), i18n.language)
  return (
    <div>
      <dt>
        {t('silence')} · <TimeText value={silence.at} show="full" />
      </dt>
      <dd className={styles.consequence}>
        <p>{t(silence.textKey, { date })}</p>
        {share !== null && <ShareSplit orderId={order.id} shareMinor={share} side={null} />}
      </dd>
    </div>
  )
}

/** Names of the two sides with their roles, and a function for the name of an actor. */
function useSides(order: DisputedOrder) {
  const { t } = useTranslation(['staff', 'common'])
  // The invisible mark keeps the text in the direction of the page, even if the name is in another direction.
  const named = (name: string | null, role: 'brand' | 'kol') =>
    `\u200e${isolated(name ?? t('common:unknown'))} (${t(`common:role.${role}`)})`
  const brand = named(order.brand, 'brand')
  const creator = named(order.creator, 'kol')
  const nameOf = (id: string | null) => {
    if (id === order.brand_id) return brand
    return id === order.kol_id ? creator : t('opened_by_staff')
  }
  return { brand, creator, nameOf }
}

/** The case of a dispute: terms, deliveries, the reason for opening it, proposals and statements of both sides, earlier rulings. */
export function DisputeCase({ order, hasNews }: { order: DisputedOrder; hasNews: boolean }) {
  const { t, i18n } = useTranslation(['staff', 'common', 'brief'])
  const query = useQuery(disputeFileQuery(order.id))
  const now = useNow()
  const { brand, creator, nameOf } = useSides(order)
  return (
    <Stack gap="sm">
      <CaseHead order={order} brand={brand} creator={creator} />
      {hasNews && <News isRead={query.isFetching} onRead={() => void query.refetch()} />}
      <QueryView bare query={query} skeleton={<ListSkeleton rows={3} />}>
        {({
          evidence_closes_at,
          answer_closes_at,
          silence,
          statements,
          proposals,
          rulings,
          ...file
        }) => (
          <Stack gap="sm">
            <CaseTerms order={file.order} />
            {/* The files of the brief can be opened, because the case has been read. */}
            <section aria-label={t('brief:title')} className={primitives.quote}>
              <BriefView brief={briefOf(file.order)} />
            </section>
            {file.deliveries.length === 0 && <Text size="sm">{t('nothing_delivered')}</Text>}
            <CaseHistory file={file} creator={creator} nameOf={nameOf} />
            {evidence_closes_at && new Date(evidence_closes_at).getTime() > now.getTime() && (
              <Text size="sm">
                {t('evidence_open', {
                  date: dateTime(new Date(evidence_closes_at), i18n.language),
                })}
              </Text>
            )}
            {answer_closes_at && new Date(answer_closes_at).getTime() > now.getTime() && (
              <Text size="sm">
                {t('answer_open', { date: dateTime(new Date(answer_closes_at), i18n.language) })}
              </Text>
            )}
            <dl className={styles.facts}>
              {proposals.map(({ id, proposed_by, creator_share_minor, created_at }) => (
                <div key={id}>
                  <dt>
                    {t('offer_of', { name: isolated(nameOf(proposed_by)) })} ·{' '}
                    <TimeText value={created_at} show="full" />
                  </dt>
                  <dd>
                    <ShareSplit orderId={order.id} shareMinor={creator_share_minor} side={null} />
                  </dd>
                </div>
              ))}
              <Silence order={file.order} share={silence} />
            </dl>
            {rulings.map((ruling) => (
              <RulingItem key={ruling.id} ruling={ruling} side={null} />
            ))}
            {statements.map((statement) => (
              <StatementItem key={statement.id} statement={statement} nameOf={nameOf} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Stack>
  )
}
