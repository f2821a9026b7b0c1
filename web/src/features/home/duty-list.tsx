import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { imageUrl } from '@/lib/images.ts'
import { paths } from '@/lib/paths.ts'
import { useProfile } from '@/lib/profile.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { MemberAvatar } from '@/ui/member-avatar.tsx'
import { MoneyText } from '@/ui/money-text.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { dutiesOf } from './agenda.ts'
import { openOrdersQuery } from './queries.ts'
import styles from './home.module.css'

/** "What needs me now": one line an order, each a link to the place where it is done. */
export function DutyList() {
  const { t } = useTranslation('home')
  const { profile } = useProfile()
  const query = useQuery(openOrdersQuery())
  return (
    <SectionCard title={t('duties')}>
      <QueryView query={query} bare skeleton={<ListSkeleton rows={3} />}>
        {({ orders, members }) => {
          const duties = dutiesOf(orders, profile.id, new Date())
          if (duties.length === 0) {
            return (
              <EmptyState
                bare
                icon={CircleCheck}
                title={t('duties_none')}
                text={t('duties_none_text')}
              />
            )
          }
          return (
            <ul className={styles.list}>
              {duties.map(({ order, task, late }) => {
                const isCreator = order.kol_id === profile.id
                const other = members.get(isCreator ? order.brand_id : order.kol_id)
                const name =
                  other?.display_name ??
                  t(isCreator ? 'common:unknown_brand' : 'common:unknown_creator')
                return (
                  <li key={order.id}>
                    <Link href={paths.order(order.id)} className={styles.row}>
                      <MemberAvatar name={name} image={imageUrl(other?.profile_image)} size={40} />
                      <span className={styles.words}>
                        <strong>{t(`duty.${task}`, { name })}</strong>
                        <span className={styles.sub}>
                          {order.pack_title} ·{' '}
                          <MoneyText minor={order.price_minor} currency={order.currency} />
                        </span>
                      </span>
                      {order.due_at && (
                        <span className={late ? styles.late : styles.due}>
                          {t(late ? 'was_due' : 'due')} <TimeText value={order.due_at} />
                        </span>
                      )}
                      <ChevronRight size={18} aria-hidden className={styles.arrow} />
                    </Link>
                  </li>
                )
              })}
            </ul>
          )
        }}
      </QueryView>
    </SectionCard>
  )
}
