import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './staff.module.css'

interface Props {
  /** Text about the proposed change. Without it, the line only says that a decision waits. */
  text?: string
  /** Search term by which the list of proposals finds this one. Without a term the link leads to the whole list. */
  find?: string
}

/** Says that an act waits for a second member of staff, with a link to the list where it is confirmed. */
export function ProposalNote({ text, find }: Props) {
  const { t } = useTranslation('staff')
  const list = paths.staff('proposals')
  return (
    <span className={primitives.quiet}>
      {text ?? t('decision_proposed')}{' '}
      <Link href={find ? `${list}?q=${find}` : list} className={styles.link}>
        {t('section_proposals')}
      </Link>
    </span>
  )
}
