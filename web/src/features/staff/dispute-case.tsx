import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { briefOf } from '@/domain/briefs/brief.ts'
import { BriefView } from '@/domain/briefs/brief-view.tsx'
import { MoneyText } from '@/domain/money/money-text.tsx'
import { RulingItem } from '@/domain/orders/ruling-item.tsx'
import { StatementItem } from '@/domain/orders/statement-item.tsx'
import { dateTime } from '@/lib/time.ts'
import { useNow } from '@/lib/use-now.ts'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { disputeFileQuery, type DisputedOrder } from './queries.ts'
import styles from './staff.module.css'

/** The file of a dispute: the terms, what both sides proposed and said, earlier rulings. */
export function DisputeCase({ order }: { order: DisputedOrder }) {
  const { t, i18n } = useTranslation(['staff', 'common', 'brief'])
  const query = useQuery(disputeFileQuery(order.id))
  const now = useNow()
  const brand = order.brand ?? t('common:unknown_brand')
  const creator = order.creator ?? t('common:unknown_creator')
  const nameOf = (id: string) => (id === order.brand_id ? brand : creator)
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('read_case_text')}
      </Text>
      <dl className={styles.facts}>
        <dt>{t('case_terms')}</dt>
        <dd>
          {money(order.price_minor)} · {t('case_days', { count: order.delivery_days })},{' '}
          {t('case_revisions', { count: order.revisions_allowed })}
        </dd>
      </dl>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={3} />}>
        {({ evidence_closes_at, split_by_rule_minor, statements, proposals, rulings }) => (
          <>
            {/* Its files can be opened from now on. */}
            <section aria-label={t('brief:title')} className={primitives.quote}>
              <BriefView brief={briefOf(order)} />
            </section>
            {evidence_closes_at && new Date(evidence_closes_at).getTime() > now.getTime() && (
              <Text size="sm" my="sm">
                {t('evidence_open', {
                  date: dateTime(new Date(evidence_closes_at), i18n.language),
                })}
              </Text>
            )}
            <dl className={styles.facts}>
              {proposals.map(({ id, proposed_by, creator_share_minor }) => (
                <div key={id}>
                  <dt>{t('offer_of', { name: nameOf(proposed_by) })}</dt>
                  <dd>{money(creator_share_minor)}</dd>
                </div>
              ))}
              <dt>{t('case_rule')}</dt>
              <dd>{money(split_by_rule_minor)}</dd>
            </dl>
            {rulings.map((ruling) => (
              <RulingItem key={ruling.id} ruling={ruling} currency={order.currency} />
            ))}
            {statements.map((statement) => (
              <StatementItem key={statement.id} statement={statement} nameOf={nameOf} />
            ))}
          </>
        )}
      </QueryView>
    </>
  )
}
