import { Scale } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { useNow } from '@/lib/i18n/use-now.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { idOf } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { CaseActions } from './case-actions.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { DisputeCase } from './dispute-case.tsx'
import { RulingForm } from './ruling-form.tsx'
import { MemberLink } from './links.tsx'
import { StaffList } from './staff-list.tsx'
import type { DisputedOrder } from './staff-rows.ts'
import styles from './staff.module.css'

interface CardProps {
  order: DisputedOrder
  onRead: () => void
  onRule: () => void
}

function useOpener({ disputed_by, brand_id, kol_id, brand, creator }: DisputedOrder): string {
  const { t } = useTranslation(['staff', 'common'])
  if (disputed_by === brand_id) return brand ?? t('common:unknown_brand')
  if (disputed_by === kol_id) return creator ?? t('common:unknown_creator')
  return t('opened_by_staff')
}

function DisputeCard({ order, onRead, onRule }: CardProps) {
  const { t } = useTranslation(['staff', 'common'])
  const opener = useOpener(order)
  const now = useNow()
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <header className={primitives.line}>
        <div className={primitives.words}>
          <strong>{order.pack_title}</strong>
          <span className={primitives.quiet}>
            {order.number} · <MemberLink id={order.brand_id} name={order.brand} /> ·{' '}
            <MemberLink id={order.kol_id} name={order.creator} />
          </span>
        </div>
        <b>
          <MoneyText minor={order.price_minor} currency={order.currency} />
        </b>
      </header>
      {order.disputed_at && (
        <p className={primitives.quiet}>
          {t('disputed_by', { name: opener })} · <TimeText value={order.disputed_at} />
        </p>
      )}
      {order.is_proposed && <p>{t('ruling_proposed')}</p>}
      <p className={primitives.quiet}>
        <StatusBadge status={order.status} />{' '}
        {order.due_at && (
          <>
            {t('ruling_due')} <TimeText value={order.due_at} show="full" />{' '}
            {new Date(order.due_at) < now && <ToneBadge tone="bad">{t('late')}</ToneBadge>}
          </>
        )}
      </p>
      <CaseActions order={order} onRead={onRead} onRule={onRule} />
    </article>
  )
}

export function Disputes() {
  const { t } = useTranslation(['staff', 'common'])
  const [ruling, setRuling] = useState<DisputedOrder | null>(null)
  const [read, setRead] = useState<DisputedOrder | null>(null)
  return (
    <>
      <StaffList
        list="disputes"
        cards
        find={t('find_dispute')}
        tools={<OpenDispute />}
        keyOf={idOf}
        empty={{ icon: Scale, title: t('no_disputes'), text: t('no_disputes_text') }}
      >
        {(order) => (
          <DisputeCard
            order={order}
            onRead={() => setRead(order)}
            onRule={() => setRuling(order)}
          />
        )}
      </StaffList>
      <Dialog opened={read !== null} onClose={() => setRead(null)} title={t('case_title')}>
        {read && <DisputeCase order={read} />}
      </Dialog>
      <Dialog
        opened={ruling !== null}
        onClose={() => setRuling(null)}
        title={t('ruling_title')}
        size={1080}
      >
        {ruling && (
          <div className={styles.ruling}>
            <section aria-label={t('case_title')}>
              {/* Words that the case waits for do not hide the form beside it. */}
              <Suspense fallback={null}>
                <DisputeCase order={ruling} />
              </Suspense>
            </section>
            <RulingForm order={ruling} onClose={() => setRuling(null)} />
          </div>
        )}
      </Dialog>
    </>
  )
}
