import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { splitOfRest } from '@/domain/money/split.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { SplitList } from '@/shared/money/split-list.tsx'
import { isolated, textOr } from '@/lib/i18n/text.ts'
import { MemberText, QuotedText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { MarketLossFacts } from './borne-facts.tsx'
import { AlarmName } from './chain-alarms.tsx'
import { sumsText } from './file-sums.ts'
import { MemberLink, OrderLink } from './links.tsx'
import { settingValue } from './setting-value.ts'
import type { Proposal } from './staff-rows.ts'
import styles from './staff.module.css'

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The present and the proposed value; only the proposed one if there is none at present. */
function Change({ before, after }: { before: ReactNode; after: ReactNode }) {
  if (!before) return after
  return (
    <>
      <del>{before}</del> → <ins>{after}</ins>
    </>
  )
}

interface Props {
  proposal: Proposal
}

function OrderFacts({ proposal: { order, arguments: asked } }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  if (!order) return null
  const { currency, ruled } = order
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />
  const finding = (category: string) => textOr(`common:ruling_category.${category}`, category)
  return (
    <>
      <Fact
        name={
          <>
            <OrderLink id={order.id} name={order.number} /> · <bdi>{order.pack_title}</bdi>
          </>
        }
      >
        {money(order.price_minor)}
      </Fact>
      {asked && (
        <Fact name={t('for_creator')}>
          <Change
            before={ruled && money(ruled.creator_share_minor)}
            after={money(asked.creator_share_minor ?? 0)}
          />
        </Fact>
      )}
      {asked?.clause && (
        <Fact name={t('ruling_clause')}>
          <Change
            before={ruled && t(`common:ruling_clause.${ruled.clause}`)}
            after={t(`common:ruling_clause.${asked.clause}`)}
          />
        </Fact>
      )}
      {asked?.category && (
        <Fact name={t('ruling_category')}>
          <Change before={ruled && finding(ruled.category)} after={finding(asked.category)} />
        </Fact>
      )}
    </>
  )
}

/** Money facts of a proposal about a payment without an order, a payout or a chargeback. */
function MoneyFacts({ proposal }: Props) {
  const { payment, payout, chargeback, difference, arguments: asked } = proposal
  const { t } = useTranslation(['staff', 'common'])
  return (
    <>
      {payment && (
        <>
          <Fact name={<code>{payment.provider_ref}</code>}>
            <MoneyText
              minor={payment.suspense_minor ?? payment.amount_minor}
              currency={payment.currency}
            />
          </Fact>
          <Fact name={t('suspense_payer')}>
            <MemberLink id={payment.payer_id ?? null} name={payment.payer} />
          </Fact>
          {payment.number && payment.price_minor && payment.price_currency && (
            <Fact name={`${payment.number} ${t('suspense_expected')}`}>
              <MoneyText minor={payment.price_minor} currency={payment.price_currency} />
            </Fact>
          )}
        </>
      )}
      {payout && (
        <Fact name={`${isolated(payout.display_name ?? t('common:unknown'))} · ${payout.method}`}>
          <MoneyText minor={payout.amount_minor} currency={payout.currency} />
        </Fact>
      )}
      {difference && (
        <>
          <Fact name={textOr(`staff:difference_${difference.kind}`, difference.kind)}>
            <MoneyText minor={difference.amount_minor} currency={difference.currency} />
          </Fact>
          <Fact name={t('booked_as')}>
            {textOr(`staff:resolution_${asked?.resolution}`, asked?.resolution ?? '')}
          </Fact>
        </>
      )}
      {asked?.held_at && asked.currency && (
        <Fact name={<TimeText value={asked.held_at} show="full" />}>
          <MoneyText minor={asked.amount_minor ?? 0} currency={asked.currency} />
        </Fact>
      )}
      {chargeback && (
        <>
          <MarketLossFacts chargeback={chargeback} />
          <Fact
            name={
              <>
                {t('bear_dispute')} <code>{chargeback.provider_ref}</code>
              </>
            }
          >
            <MoneyText minor={chargeback.amount_minor} currency={chargeback.currency} />
          </Fact>
        </>
      )}
    </>
  )
}

/** Says how much of an order on the chain goes back to its brand. */
function CaptureFacts({ proposal: { capture } }: Props) {
  const { t } = useTranslation('staff')
  if (!capture) return null
  return (
    <Fact
      name={
        <>
          <OrderLink id={capture.order_id} name={capture.number} /> · {t('given_up_capture')}
        </>
      }
    >
      <MoneyText minor={capture.amount_minor} currency={capture.currency} />
    </Fact>
  )
}

/** The text of an alarm about the escrow on a chain, with its order. */
function AlarmFacts({ proposal: { alarm } }: Props) {
  if (!alarm) return null
  return (
    <Fact name={<AlarmName alarm={alarm} />}>
      <code>{alarm.detail}</code>
    </Fact>
  )
}

function SuspensionFacts({ proposal }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const { tree, suspension, ends_at: end, arguments: asked } = proposal
  const isNew = proposal.action === 'suspend_profile'
  return (
    <>
      {isNew && (
        <>
          <Fact name={t('suspend_category')}>
            {textOr(`common:suspension_category.${asked?.category ?? 'other'}`, '')}
          </Fact>
          <Fact name={t('suspended_until')}>
            {end ? <TimeText value={end} show="date" /> : t('suspended_without_end')}
          </Fact>
        </>
      )}
      {tree && (
        <Fact name={t(asked?.with_invitees ? 'tree_with_invitees' : 'tree', { count: tree.size })}>
          {tree.names.map((name) => isolated(name)).join(', ')}
          {tree.size > tree.names.length && ' …'}
        </Fact>
      )}
      {suspension && (
        <Fact name={t(`common:suspension_category.${suspension.category}`)}>{suspension.note}</Fact>
      )}
      {suspension?.appeal && (
        <Fact name={t('appeal_of')}>
          <MemberText text={suspension.appeal} />
        </Fact>
      )}
      {asked?.upheld !== undefined && (
        <Fact name={t('field_upheld')}>{t(`field_${asked.upheld ? 'true' : 'false'}`)}</Fact>
      )}
    </>
  )
}

/** The stop of all payouts, and the payouts that leave when it ends. */
function HaltFacts({ proposal: { halt } }: Props) {
  const { t, i18n } = useTranslation('staff')
  const { t: common } = useTranslation('common')
  if (!halt) return null
  return (
    <>
      <Fact
        name={
          <>
            {t('payouts_halted_by', { name: isolated(halt.by ?? common('unknown')) })} ·{' '}
            <TimeText value={halt.since} show="full" />
          </>
        }
      >
        {halt.reason}
      </Fact>
      <Fact name={t('payouts_waiting')}>
        {halt.waiting ? sumsText(halt.waiting, t, i18n.language) : 0}
      </Fact>
    </>
  )
}

/** Lists what a proposal would change, for the second member of staff to compare with the present state. */
export function ProposalFacts({ proposal }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const { arguments: asked, order, setting, trust_level: trust } = proposal
  const words = asked?.note ?? asked?.reason ?? asked?.addition
  return (
    <>
      <dl className={styles.facts}>
        <OrderFacts proposal={proposal} />
        <MoneyFacts proposal={proposal} />
        <HaltFacts proposal={proposal} />
        <CaptureFacts proposal={proposal} />
        <AlarmFacts proposal={proposal} />
        {asked?.profile_id && (
          <Fact name={t(proposal.payment ? 'assigned_to' : 'member')}>
            <MemberLink id={asked.profile_id} name={proposal.member} />
          </Fact>
        )}
        <SuspensionFacts proposal={proposal} />
        {asked?.other_id && (
          <Fact name={t(asked.is_same ? 'person_bound_to' : 'person_separate_from')}>
            <MemberLink id={asked.other_id} name={proposal.other} />
          </Fact>
        )}
        {asked?.trust_level && (
          <Fact name={t('field_trust_level')}>
            <Change
              before={trust && t(`trust_${trust}`)}
              after={textOr(`staff:trust_${asked.trust_level}`, asked.trust_level)}
            />
          </Fact>
        )}
        {setting && (
          <Fact
            name={
              <>
                <span lang="en">{setting.meaning}</span> <code>{proposal.subject}</code>
              </>
            }
          >
            <Change
              before={settingValue(proposal.subject, setting.value, setting.unit)}
              after={settingValue(proposal.subject, asked?.value, setting.unit)}
            />
          </Fact>
        )}
        {asked?.month && <Fact name={t('field_month')}>{asked.month.slice(0, 7)}</Fact>}
        {asked?.reference && <Fact name={t('field_reference')}>{asked.reference}</Fact>}
      </dl>
      {order?.split && (
        <SplitList split={splitOfRest(order.split)} currency={order.currency} side={null} />
      )}
      {words && <QuotedText text={words} />}
      {asked?.summary && (
        <>
          <p className={primitives.quiet}>{t('ruling_published')}</p>
          <QuotedText text={asked.summary} />
        </>
      )}
    </>
  )
}
