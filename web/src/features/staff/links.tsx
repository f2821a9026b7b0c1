import { Link } from 'wouter'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import styles from './staff.module.css'

interface Props {
  id: string | null
  name: string | null | undefined
}

/** The name of a member, as a link to the member's staff page. */
export function MemberLink({ id, name }: Props) {
  const { t } = useTranslation('common')
  const text = <bdi>{name ?? t('unknown')}</bdi>
  return id === null ? (
    text
  ) : (
    <Link href={paths.staffMember(id)} className={styles.link}>
      {text}
    </Link>
  )
}

/** The number of an order, as a link to it; opening it is recorded. */
export const OrderLink = ({ id, name }: Props) =>
  id && name ? (
    <Link href={paths.order(id)} className={styles.link}>
      {name}
    </Link>
  ) : (
    name
  )
