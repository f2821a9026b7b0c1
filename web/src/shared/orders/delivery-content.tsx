import { filesOf } from '@/domain/orders/delivered-files.ts'
import type { Tables } from '@/lib/database.types.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import styles from './statement-item.module.css'

export function DeliveryContent({ delivery }: { delivery: Tables<'order_deliveries'> }) {
  return (
    <>
      <MemberText text={delivery.note} hasLinks className={styles.text} />
      <AttachedList links={delivery.links} files={filesOf(delivery.files)} />
    </>
  )
}
