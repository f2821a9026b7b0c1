import { UserRoundCheck } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MemberText, QuotedText } from '@/ui/member-text.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { MemberLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { StaffList } from './staff-list.tsx'
import type { Suspension } from './staff-rows.ts'
import { UnsuspendButton } from './release-buttons.tsx'
import styles from './staff.module.css'

const hasOpenAppeal = ({ appealed_at, appeal_decided_at }: Suspension) =>
  appealed_at !== null && appeal_decided_at === null

function Decide({ of, upheld }: { of: Suspension; upheld: boolean }) {
  const { t } = useTranslation('staff')
  const kind = upheld ? 'keep' : 'end'
  return (
    <NoteButton
      variant={upheld ? 'default' : 'filled'}
      title={t(`appeal_${kind}_title`, { name: of.member ?? '' })}
      text={
        !upheld &&
        of.brought_in > 0 && (
          <p className={primitives.quiet}>{t('appeal_end_others', { count: of.brought_in })}</p>
        )
      }
      label={t('appeal_reply')}
      place={`staff:suspension:${of.id}:${kind}`}
      actWith={(note) => ({
        act: 'decide_suspension_appeal',
        args: { profile_id: of.profile_id, upheld, note, suspension_id: of.id },
      })}
    >
      {t(`appeal_${kind}`)}
    </NoteButton>
  )
}

function Appeal({ of }: { of: Suspension }) {
  const { t } = useTranslation('staff')
  if (!hasOpenAppeal(of)) return of.appealed_at ? <p>{t('appeal_upheld')}</p> : null
  return (
    <>
      <strong>{t('appeal_of')}</strong>
      <QuotedText text={of.appeal ?? ''} />
      <p className={primitives.quiet}>
        {t('appeal_decide_until')} <TimeText value={of.appeal_due_at ?? ''} show="full" />;{' '}
        {t(of.proposed_by ? 'appeal_silence_two' : 'appeal_silence')}
      </p>
      {of.is_own ? (
        <p className={primitives.quiet}>{t('appeal_other')}</p>
      ) : (
        <footer className={primitives.wrap}>
          <Decide of={of} upheld={false} />
          <Decide of={of} upheld />
        </footer>
      )}
    </>
  )
}

function Card({ suspension }: { suspension: Suspension }) {
  const { t } = useTranslation(['staff', 'common'])
  const { ends_at: end, by } = suspension
  return (
    <article className={styles.entry}>
      <div className={primitives.words}>
        <GroupName>
          {/* If the category is on a line of its own, it starts without the dot. */}
          <span>
            <MemberLink id={suspension.profile_id} name={suspension.member} /> ·
          </span>{' '}
          {t(`common:suspension_category.${suspension.category}`)}
        </GroupName>
        <span className={primitives.quiet}>
          {end ? (
            <>
              {t('suspended_until')} <TimeText value={end} show="date" />
            </>
          ) : (
            t('suspended_without_end')
          )}{' '}
          · {t('suspended_by', { name: isolated(by ?? t('database_owner')) })} ·{' '}
          <TimeText value={suspension.created_at} />
        </span>
      </div>
      <MemberText text={suspension.note} className={styles.text} />
      {suspension.is_proposed && <ProposalNote find={suspension.profile_id} />}
      <Appeal of={suspension} />
      {!hasOpenAppeal(suspension) && (
        <footer className={primitives.wrap}>
          <UnsuspendButton
            profileId={suspension.profile_id}
            suspensionId={suspension.id}
            name={suspension.member ?? ''}
          />
          {suspension.together > 1 && (
            <UnsuspendButton
              profileId={suspension.profile_id}
              suspensionId={suspension.id}
              name={suspension.member ?? ''}
              together={suspension.together}
            />
          )}
        </footer>
      )}
    </article>
  )
}

/** Suspended members, why and until when, and appeals that wait for a decision. */
export function Suspensions() {
  const { t } = useTranslation('staff')
  return (
    <StaffList
      list="suspensions"
      find={t('find_member')}
      empty={{
        icon: UserRoundCheck,
        title: t('no_suspensions'),
        text: t('no_suspensions_text'),
      }}
    >
      {(suspension) => <Card suspension={suspension} />}
    </StaffList>
  )
}
