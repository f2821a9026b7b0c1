import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { MemberLink } from './links.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { PersonPair } from './staff-rows.ts'
import styles from './staff.module.css'

/** Titles by the mark of the other that an account showed. */
const TITLES = {
  card: 'person_card',
  payout: 'person_payout',
  former_inbox: 'person_former_inbox',
} as const

type Decision = { pair: PersonPair; isSame: boolean }

function usePairNames(pair: PersonPair | undefined) {
  const { t } = useTranslation('common')
  return { name: pair?.name ?? t('unknown'), other: pair?.other ?? t('unknown') }
}

function Card({ pair, onDecide }: { pair: PersonPair; onDecide: (isSame: boolean) => void }) {
  const { t } = useTranslation('staff')
  const names = usePairNames(pair)
  const state = pair.is_joined ? 'joined' : pair.is_separate ? 'apart' : 'bound'
  return (
    <article className={styles.entry}>
      <div className={primitives.words}>
        <strong>{t(TITLES[pair.kind as keyof typeof TITLES], names)}</strong>
        <span className={primitives.quiet}>
          <MemberLink id={pair.profile_id} name={pair.name} /> ·{' '}
          <MemberLink id={pair.other_id} name={pair.other} /> · <TimeText value={pair.created_at} />
        </span>
      </div>
      <p className={styles.text}>{t(`person_${state}`, names)}</p>
      {pair.is_proposed && <p>{t('waits_for_second')}</p>}
      <footer className={primitives.wrap}>
        <Button onClick={() => onDecide(true)}>
          {t(state === 'apart' ? 'person_bind' : 'person_leave')}
        </Button>
        <Button variant="default" onClick={() => onDecide(false)}>
          {t('person_separate')}
        </Button>
      </footer>
    </article>
  )
}

function DecisionDialog({ of, onClose }: { of: Decision | null; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const names = usePairNames(of?.pair)
  const isApart = of?.pair.is_separate === true && !of.pair.is_joined
  const kind = !of?.isSame ? 'separate' : isApart ? 'bind' : 'leave'
  return (
    <NoteDialog
      opened={of !== null}
      onClose={onClose}
      title={t(`person_${kind}_title`, names)}
      label={t('person_note')}
      submit={t(`person_${kind}`)}
      busy={act.isPending}
      place={`staff:person:${of?.pair.profile_id}:${of?.pair.other_id}:${kind}`}
      onSubmit={(note) =>
        act
          .mutateAsync({
            act: 'decide_same_person',
            args: {
              profile_id: of?.pair.profile_id ?? '',
              other_id: of?.pair.other_id ?? '',
              is_same: of?.isSame ?? true,
              note,
            },
          })
          .then(onClose)
      }
    >
      <p className={primitives.quiet}>{t(`person_${kind}_text`, names)}</p>
    </NoteDialog>
  )
}

/** Accounts that may be one person, because one showed the card or the payout account of the other. */
export function People() {
  const { t } = useTranslation('staff')
  const [deciding, setDeciding] = useState<Decision | null>(null)
  return (
    <>
      <StaffList
        list="people"
        find={t('find_member')}
        keyOf={({ profile_id, other_id }) => `${profile_id} ${other_id}`}
        empty={{ icon: Users, title: t('no_people'), text: t('no_people_text') }}
      >
        {(pair) => <Card pair={pair} onDecide={(isSame) => setDeciding({ pair, isSame })} />}
      </StaffList>
      <DecisionDialog
        key={`${deciding?.pair.profile_id} ${deciding?.pair.other_id} ${deciding?.isSame}`}
        of={deciding}
        onClose={() => setDeciding(null)}
      />
    </>
  )
}
