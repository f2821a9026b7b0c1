import { Check, UsersRound } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { EvidenceButton } from './dispute-evidence.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { Proposal } from './staff-rows.ts'
import styles from './staff.module.css'

function Decision({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const args = { proposal_id: proposal.id }
  return (
    <>
      {!proposal.is_mine && !proposal.is_void && (
        <ConfirmButton
          variant="filled"
          leftSection={<Check size={16} aria-hidden />}
          title={t('confirm_title')}
          text={
            <>
              <ProposalFacts proposal={proposal} />
              <p>{t('confirm_text')}</p>
            </>
          }
          onConfirm={() => act.mutateAsync({ act: 'confirm_staff_proposal', args })}
        >
          {t('common:confirm')}
        </ConfirmButton>
      )}
      {proposal.is_mine ? (
        <ConfirmButton
          variant="default"
          title={t('withdraw_title')}
          onConfirm={() => act.mutateAsync({ act: 'withdraw_staff_proposal', args })}
        >
          {t('common:withdraw')}
        </ConfirmButton>
      ) : (
        <NoteButton
          title={t('turn_down_title')}
          text={<p className={primitives.quiet}>{t('turn_down_text')}</p>}
          label={t('turn_down_reason')}
          place={`staff:turn-down:${proposal.id}`}
          actWith={(note) => ({ act: 'withdraw_staff_proposal', args: { ...args, note } })}
        >
          {t('turn_down')}
        </NoteButton>
      )}
    </>
  )
}

function Card({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <article className={styles.entry}>
      <GroupName as="div" className={primitives.words}>
        <strong>{t(`propose_${proposal.action}`)}</strong>
        <span className={primitives.quiet}>
          {t('proposed_by', { name: isolated(proposal.proposer ?? t('common:unknown')) })} ·{' '}
          <TimeText value={proposal.created_at} /> · {t('proposal_expires')}{' '}
          <TimeText value={proposal.expires_at} show="full" />
        </span>
      </GroupName>
      <ProposalFacts proposal={proposal} />
      {(proposal.is_mine || proposal.is_void) && (
        <p className={primitives.quiet}>
          {t(proposal.is_void ? 'proposal_void' : 'another_confirms')}
        </p>
      )}
      <footer className={primitives.wrap}>
        {proposal.arguments ? (
          <Decision proposal={proposal} />
        ) : (
          <p className={primitives.quiet}>{t('proposal_unread')}</p>
        )}
        {proposal.action === 'send_evidence' && proposal.chargeback && (
          <EvidenceButton chargeback={proposal.chargeback} isProposed />
        )}
        {proposal.order && (
          <LinkButton
            href={`${paths.staff('disputes')}?q=${proposal.order.number}`}
            variant="subtle"
            data-open
          >
            {t('to_case')}
          </LinkButton>
        )}
      </footer>
    </article>
  )
}

/** Acts that wait for a second member of staff; the one that expires first comes first. */
export function Proposals() {
  const { t } = useTranslation('staff')
  return (
    <StaffList
      list="proposals"
      find={t('find_proposal')}
      empty={{ icon: UsersRound, title: t('no_proposals'), text: t('no_proposals_text') }}
    >
      {(proposal) => <Card proposal={proposal} />}
    </StaffList>
  )
}
