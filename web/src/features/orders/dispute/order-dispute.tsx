import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { RulingItem } from '@/shared/orders/ruling-item.tsx'
import { ShareSplit } from '@/shared/orders/share-split.tsx'
import { StatementItem } from '@/shared/orders/statement-item.tsx'
import { dateTime } from '@/lib/i18n/time.ts'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useTermsForOrder } from '@/domain/orders/clocks.ts'
import { paths } from '@/domain/paths.ts'
import { orderActionsQuery } from '../actions/order-actions-query.ts'
import { isRulingReplaced, proposalOfSide, proposalOfOther } from '../page/order-view.ts'
import { useEarlierRulingText } from '../page/use-spoken-sides.ts'
import { type Proposal, orderEventsQuery } from '../queries.ts'
import { rulingsQuery, shareByDeadlineQuery, statementsQuery } from './dispute-queries.ts'
import { stagesOf } from './dispute-stages.ts'
import styles from '../orders.module.css'

/** The stages of a dispute with their dates, and the rule that divides the money if nobody decides. */
function DisputeCourse({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const orSpoken = useEarlierRulingText(order)
  const stages = stagesOf(order, events, useTermsForOrder(order))
  return (
    <SectionCard title={t('stages')}>
      <ol className={styles.stages}>
        {stages.map(({ kind, state, at, until }) => (
          <li key={kind} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span>{t(`stage_${kind}`)}</span>
            <span className={primitives.quiet}>
              {state === 'later' && until && `${t('at_the_latest')} `}
              {state === 'current' && until && `${t('until')} `}
              {(state === 'done' ? at : until) && (
                <TimeText
                  value={(state === 'done' ? at : until) ?? ''}
                  show={state === 'later' ? 'date' : 'full'}
                />
              )}
              {state === 'current' && kind === 'answers' && until && `, ${orSpoken}`}
            </span>
          </li>
        ))}
      </ol>
      <details className={`${primitives.quiet} ${styles.explain}`}>
        <summary>{t('rule_title')}</summary>
        <p className={styles.text}>{t('rule_text')}</p>
      </details>
      <Anchor component={Link} href={paths.precedents} size="sm">
        {t('see_precedents')}
      </Anchor>
    </SectionCard>
  )
}

interface Props {
  order: Order
  side: OrderSide
  otherName: string
  /** The proposals of both sides; undefined while they are loading. */
  proposals: Proposal[] | undefined
}

function Proposals({ order, side, otherName, proposals }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const isAnswering = order.status === 'disputed' && order.due_at !== null
  const { data: silent } = useQuery(shareByDeadlineQuery(order))
  const date = dateTime(new Date(order.due_at ?? 0), i18n.language)
  // "No open proposal" is shown only once the proposals are loaded.
  const rows = proposals && [
    {
      who: otherName,
      proposal: proposalOfOther(order, side, proposals),
      silence: t('silence_split_mine', { date }),
    },
    {
      who: t('common:you'),
      proposal: proposalOfSide(order, side, proposals),
      silence: t('silence_split', { name: otherName, date }),
    },
  ]
  return (
    <SectionCard title={t('proposals')}>
      {rows?.map(({ who, proposal, silence }) => (
        <div key={who} className={styles.proposal}>
          <p>
            <bdi>{who}</bdi>
            {' · '}
            {proposal ? (
              <TimeText value={proposal.created_at} />
            ) : (
              <span className={primitives.quiet}>{t('no_proposal')}</span>
            )}
          </p>
          {proposal && (
            <ShareSplit orderId={order.id} shareMinor={proposal.creator_share_minor} side={side} />
          )}
          {/* This text is shown only if the deadline leads to a split, which needs exactly one proposal. */}
          {proposal && isAnswering && silent != null && (
            <p className={primitives.quiet}>{silence}</p>
          )}
        </div>
      ))}
    </SectionCard>
  )
}

function Statements({ order, side, otherName }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const orSpoken = useEarlierRulingText(order)
  const { data: statements } = useQuery(statementsQuery(order.id))
  const { data: actions = [] } = useQuery(orderActionsQuery(order))
  const changeOf = (name: string) => actions.find(({ action }) => action === name)?.changes_at
  const closesAt = changeOf('give_evidence')
  const answerUntil = changeOf('answer_dispute')
  const me = side === 'kol' ? order.kol_id : order.brand_id
  return (
    <SectionCard title={t('dispute_said')}>
      {closesAt && (
        <p className={primitives.quiet}>
          {t('evidence_until')} <TimeText value={closesAt} show="full" />, {orSpoken}
        </p>
      )}
      {answerUntil && (
        <p className={primitives.quiet}>
          {t('answer_until')} <TimeText value={answerUntil} show="full" />
        </p>
      )}
      {statements?.length === 0 && <p className={primitives.quiet}>{t('dispute_nothing_said')}</p>}
      {statements?.map((statement) => (
        <StatementItem
          key={statement.id}
          statement={statement}
          nameOf={(id) => (id === me ? t('common:you') : otherName)}
        />
      ))}
    </SectionCard>
  )
}

function Rulings({ order, side }: { order: Order; side: OrderSide }) {
  const { t } = useTranslation('orders')
  const { data: rulings = [] } = useQuery(rulingsQuery(order.id))
  if (rulings.length === 0) return null
  return (
    <SectionCard title={t('rulings')}>
      {rulings.map((ruling) => (
        <RulingItem
          key={ruling.id}
          ruling={ruling}
          side={side}
          isReplaced={isRulingReplaced(ruling, order)}
        />
      ))}
    </SectionCard>
  )
}

/** Everything about the dispute of an order: its rulings, proposed splits, statements and stages. */
export function OrderDispute(props: Props) {
  const { order } = props
  if (order.status === 'settled') return <Rulings order={order} side={props.side} />
  return (
    <>
      <Rulings order={order} side={props.side} />
      <Proposals {...props} />
      <DisputeCourse order={order} />
      <Statements {...props} />
    </>
  )
}
