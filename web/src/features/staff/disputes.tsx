import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Scale, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { orderNumberIn } from '@/domain/orders/order-query.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { CaseActions } from './case-actions.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { disputesQuery, type DisputedOrder } from './queries.ts'
import { DisputeCase } from './dispute-case.tsx'
import { RulingForm } from './ruling-form.tsx'
import { QueueView } from './queue-view.tsx'
import styles from './staff.module.css'

/** Finds an order by its number, its title or one of the names. */
function isFound(order: DisputedOrder, term: string) {
  const number = orderNumberIn(term)
  const texts = [order.number, order.pack_title, order.brand, order.creator]
  return number
    ? order.number === number
    : texts.some((text) => text?.toLowerCase().includes(term.toLowerCase()))
}

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
  const brand = order.brand ?? t('common:unknown_brand')
  const creator = order.creator ?? t('common:unknown_creator')
  const opener = useOpener(order)
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <header className={primitives.line}>
        <div className={primitives.words}>
          <strong>{order.pack_title}</strong>
          <span className={primitives.quiet}>
            {order.number} · {brand} · {creator}
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
            {t('ruling_due')} <TimeText value={order.due_at} show="full" />
          </>
        )}
      </p>
      <CaseActions order={order} onRead={onRead} onRule={onRule} />
    </article>
  )
}

export function Disputes() {
  const { t } = useTranslation(['staff', 'common'])
  const query = useQuery(disputesQuery())
  const [term, setTerm] = useState('')
  const [ruling, setRuling] = useState<DisputedOrder | null>(null)
  const [read, setRead] = useState<DisputedOrder | null>(null)
  return (
    <>
      <OpenDispute />
      <TextInput
        type="search"
        mb="md"
        aria-label={t('find_dispute')}
        placeholder={t('find_dispute')}
        leftSection={<Search size={17} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <QueueView
        query={query}
        icon={Scale}
        title={t('no_disputes')}
        text={t('no_disputes_text')}
        height={240}
      >
        {(list) =>
          list
            .filter((order) => isFound(order, term.trim()))
            .map((order) => (
              <li key={order.id}>
                <DisputeCard
                  order={order}
                  onRead={() => setRead(order)}
                  onRule={() => setRuling(order)}
                />
              </li>
            ))
        }
      </QueueView>
      <Dialog opened={read !== null} onClose={() => setRead(null)} title={t('case_title')}>
        {read && <DisputeCase order={read} />}
      </Dialog>
      <Dialog opened={ruling !== null} onClose={() => setRuling(null)} title={t('ruling_title')}>
        {ruling && <RulingForm order={ruling} onClose={() => setRuling(null)} />}
      </Dialog>
    </>
  )
}
