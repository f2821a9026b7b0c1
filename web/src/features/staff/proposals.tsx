import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { argumentsOf, proposalsQuery, type Proposal } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import { QueueView } from './queue-view.tsx'
import styles from './staff.module.css'

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Exact effects of the proposed action, for the second member of staff who confirms it. */
function Facts({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation(['staff', 'common'])
  const { order, payment, payout, brand } = proposal
  const asked = argumentsOf(proposal)
  const isOfMoney = ['resolve_suspense', 'unfreeze_profile'].includes(proposal.action)
  return (
    <dl className={styles.facts}>
      {order && (
        <>
          <Fact name={`${order.number} · ${order.pack_title}`}>
            <MoneyText minor={order.price_minor} currency={order.currency} />
          </Fact>
          <Fact name={t('for_creator')}>
            <MoneyText minor={asked.creator_share_minor ?? 0} currency={order.currency} />
          </Fact>
        </>
      )}
      {asked.profile_id && (
        <Fact name={t(isOfMoney ? 'common:role.brand' : 'member')}>
          {brand ?? t('common:unknown')}
        </Fact>
      )}
      {asked.other_id && (
        <Fact name={t(asked.is_same ? 'person_bound_to' : 'person_separate_from')}>
          {proposal.other ?? t('common:unknown')}
        </Fact>
      )}
      {proposal.action === 'suspend_profile' && asked.category && (
        <>
          <Fact name={t('suspend_category')}>
            {t(`common:suspension_category.${asked.category}`)}
          </Fact>
          <Fact name={t('suspend_without_end')}>
            {t(asked.without_end === false ? 'field_false' : 'field_true')}
          </Fact>
        </>
      )}
      {asked.trust_level && (
        <Fact name={t('field_trust_level')}>{t(`trust_${asked.trust_level}`)}</Fact>
      )}
      {payment && (
        <Fact name={t('common:amount')}>
          <MoneyText minor={payment.amount_minor} currency={payment.currency} />
        </Fact>
      )}
      {payout && (
        <>
          <Fact name={payout.display_name ?? t('common:unknown')}>
            <MoneyText minor={payout.amount_minor} currency={payout.currency} />
          </Fact>
          <Fact name={payout.method}>{asked.reference ?? payout.holder}</Fact>
        </>
      )}
      {asked.value !== undefined && (
        <Fact name={<code>{proposal.subject}</code>}>{asked.value}</Fact>
      )}
    </dl>
  )
}

function Card({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation(['staff', 'common'])
  const { profile: me } = useProfile()
  const act = useStaffAction()
  const isMine = proposal.proposed_by === me.id
  const words = argumentsOf(proposal).note ?? argumentsOf(proposal).reason
  const withdraw = t(isMine ? 'common:withdraw' : 'turn_down')
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <div className={primitives.words}>
        <strong>{t(`propose_${proposal.action}`)}</strong>
        <span className={primitives.quiet}>
          {t('proposed_by', { name: proposal.proposer ?? t('common:unknown') })} ·{' '}
          <TimeText value={proposal.created_at} />
        </span>
      </div>
      <Facts proposal={proposal} />
      {words && <blockquote className={primitives.quote}>{words}</blockquote>}
      {isMine && <p className={primitives.quiet}>{t('another_confirms')}</p>}
      <footer className={primitives.wrap}>
        {!isMine && (
          <ConfirmButton
            variant="filled"
            leftSection={<Check size={16} aria-hidden />}
            title={t('confirm_title')}
            text={t('confirm_text')}
            confirmLabel={t('common:confirm')}
            onConfirm={() =>
              act.mutateAsync({ act: 'confirm_staff_proposal', args: { proposal_id: proposal.id } })
            }
          >
            {t('common:confirm')}
          </ConfirmButton>
        )}
        <Button
          variant="default"
          loading={act.isPending && act.variables?.act === 'withdraw_staff_proposal'}
          onClick={() =>
            act.mutate({ act: 'withdraw_staff_proposal', args: { proposal_id: proposal.id } })
          }
        >
          {withdraw}
        </Button>
        {proposal.action === 'resolve_dispute' && (
          <Button component={Link} href={paths.order(proposal.subject)} variant="subtle">
            {t('look_at_order')}
          </Button>
        )}
      </footer>
    </article>
  )
}

/** Acts that wait for a second member of staff. */
export function Proposals() {
  const { t } = useTranslation('staff')
  const query = useQuery(proposalsQuery())
  return (
    <QueueView
      query={query}
      icon={UsersRound}
      title={t('no_proposals')}
      text={t('no_proposals_text')}
    >
      {(list) =>
        list.map((proposal) => (
          <li key={proposal.id}>
            <Card proposal={proposal} />
          </li>
        ))
      }
    </QueueView>
  )
}
