import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { peopleQuery, type PersonPair } from './queries.ts'
import { QueueView } from './queue-view.tsx'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

type Decision = { pair: PersonPair; isSame: boolean }

function Card({ pair, onDecide }: { pair: PersonPair; onDecide: (isSame: boolean) => void }) {
  const { t } = useTranslation(['staff', 'common'])
  const names = {
    name: pair.name ?? t('common:unknown'),
    other: pair.other ?? t('common:unknown'),
  }
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <div className={styles.words}>
        <strong>{t(pair.kind === 'card' ? 'person_card' : 'person_payout', names)}</strong>
        <span className={primitives.quiet}>
          <TimeText value={pair.created_at} />
        </span>
      </div>
      <p className={styles.text}>{t(pair.is_joined ? 'person_joined' : 'person_bound', names)}</p>
      <footer className={styles.actions}>
        <Button onClick={() => onDecide(true)}>{t('person_leave')}</Button>
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
  const kind = of?.isSame ? 'leave' : 'separate'
  return (
    <NoteDialog
      opened={of !== null}
      onClose={onClose}
      title={t(`person_${kind}_title`)}
      label={t('person_note')}
      submit={t(`person_${kind}`)}
      busy={act.isPending}
      place={`staff:person:${of?.pair.profile_id}:${of?.pair.other_id}:${kind}`}
      onSubmit={(note) =>
        act
          .mutateAsync({
            act: 'decide_person',
            profileId: of?.pair.profile_id ?? '',
            otherId: of?.pair.other_id ?? '',
            isSame: of?.isSame ?? true,
            note,
          })
          .then(onClose)
      }
    >
      <p className={primitives.quiet}>{t(`person_${kind}_text`)}</p>
    </NoteDialog>
  )
}

/** Accounts that may be one person, because one showed the card or the payout account of the other. */
export function People() {
  const { t } = useTranslation('staff')
  const query = useQuery(peopleQuery())
  const [deciding, setDeciding] = useState<Decision | null>(null)
  return (
    <>
      <QueueView query={query} icon={Users} title={t('no_people')} text={t('no_people_text')}>
        {(list) =>
          list.map((pair) => (
            <li key={`${pair.profile_id} ${pair.other_id}`}>
              <Card pair={pair} onDecide={(isSame) => setDeciding({ pair, isSame })} />
            </li>
          ))
        }
      </QueueView>
      <DecisionDialog
        key={`${deciding?.pair.profile_id} ${deciding?.pair.other_id} ${deciding?.isSame}`}
        of={deciding}
        onClose={() => setDeciding(null)}
      />
    </>
  )
}
