import { Users } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { MemberLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { StaffList } from './staff-list.tsx'
import type { PersonPair } from './staff-rows.ts'
import styles from './staff.module.css'

/** Titles of a pair of accounts, by what the two have in common. */
const TITLES = {
  card: 'person_card',
  payout: 'person_payout',
  former_inbox: 'person_former_inbox',
} as const

function usePairNames(pair: PersonPair) {
  const { t } = useTranslation('common')
  return {
    name: isolated(pair.name ?? t('unknown')),
    other: isolated(pair.other ?? t('unknown')),
  }
}

type Kind = 'separate' | 'bind' | 'leave'

function Decide({ pair, kind }: { pair: PersonPair; kind: Kind }) {
  const { t } = useTranslation('staff')
  const names = usePairNames(pair)
  const { profile_id, other_id } = pair
  return (
    <NoteButton
      variant={kind === 'separate' ? 'default' : 'filled'}
      title={t(`person_${kind}_title`, names)}
      text={<p className={primitives.quiet}>{t(`person_${kind}_text`, names)}</p>}
      label={t('payout_halt_reason')}
      place={`staff:person:${profile_id}:${other_id}:${kind}`}
      actWith={(note) => ({
        act: 'decide_same_person',
        args: { profile_id, other_id, is_same: kind !== 'separate', note },
      })}
    >
      {t(`person_${kind}`)}
    </NoteButton>
  )
}

function Card({ pair }: { pair: PersonPair }) {
  const { t } = useTranslation('staff')
  const names = usePairNames(pair)
  const state = pair.is_joined ? 'joined' : pair.is_separate ? 'apart' : 'bound'
  return (
    <article className={styles.entry}>
      <div className={primitives.words}>
        <GroupName>{t(TITLES[pair.kind as keyof typeof TITLES], names)}</GroupName>
        <span className={primitives.quiet}>
          <MemberLink id={pair.profile_id} name={pair.name} /> ·{' '}
          <MemberLink id={pair.other_id} name={pair.other} /> · <TimeText value={pair.created_at} />
        </span>
      </div>
      <p className={styles.text}>{t(`person_${state}`, names)}</p>
      {pair.is_proposed && <ProposalNote find={pair.profile_id} />}
      <footer className={primitives.wrap}>
        <Decide pair={pair} kind={state === 'apart' ? 'bind' : 'leave'} />
        <Decide pair={pair} kind="separate" />
      </footer>
    </article>
  )
}

/** Pairs of accounts that may belong to one person, because one used the card, the payout account or the former address of the other. */
export function AccountPairs() {
  const { t } = useTranslation('staff')
  return (
    <StaffList
      list="people"
      find={t('find_member')}
      keyOf={({ profile_id, other_id }) => `${profile_id} ${other_id}`}
      empty={{ icon: Users, title: t('no_people'), text: t('no_people_text') }}
    >
      {(pair) => <Card pair={pair} />}
    </StaffList>
  )
}
