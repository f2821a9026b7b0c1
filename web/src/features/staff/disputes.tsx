import { Scale } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ORDER_STATUSES, phaseOf } from '@/domain/orders/orders.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { useNow } from '@/lib/i18n/use-now.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { AwaitedPart } from '@/ui/awaited-part.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { CaseActions, mayRule } from './case-actions.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { DisputeCase } from './dispute-case.tsx'
import { RulingForm } from './ruling-form.tsx'
import { MemberLink } from './links.tsx'
import { StaffList } from './staff-list.tsx'
import type { DisputedOrder } from './staff-rows.ts'
import styles from './staff.module.css'

function useOpener({ disputed_by, brand_id, kol_id, brand, creator }: DisputedOrder): string {
  const { t } = useTranslation(['staff', 'common'])
  if (disputed_by === brand_id) return brand ?? t('common:unknown_brand')
  if (disputed_by === kol_id) return creator ?? t('common:unknown_creator')
  return t('opened_by_staff')
}

interface Opened {
  order: DisputedOrder
  /** True if a side has written something that the reader has not read. */
  hasNews: boolean
  /** True if a colleague has made a ruling meanwhile. */
  isOver?: boolean
}

/**
 * Updates the open case after a change of its row. The form appears once the case has been read. It then stays, so that
 * typed text is not lost.
 */
export function updatedCase(opened: Opened | null, order: DisputedOrder): Opened | null {
  if (opened?.order.id !== order.id) return opened
  if (mayRule(order) || !mayRule(opened.order)) return { order, hasNews: false }
  return {
    ...opened,
    hasNews: order.refusal === 'dispute_not_read',
    isOver: order.status === 'ruled',
  }
}

interface CaseProps {
  opened: Opened | null
  onClose: () => void
}

/** Dialog with a case and, beside it, the form for its ruling, once the reader may decide it. */
function CaseDialog({ opened, onClose }: CaseProps) {
  const { t } = useTranslation(['staff', 'orders'])
  const isOpen = opened !== null && mayRule(opened.order)
  return (
    <Dialog
      opened={opened !== null}
      onClose={onClose}
      title={t('orders:staff_case')}
      size={isOpen ? 1080 : 720}
    >
      {opened && (
        <div className={isOpen ? styles.ruling : undefined}>
          <section aria-label={t('orders:staff_case')}>
            {/* If the case has to wait for texts, the form beside it stays visible. */}
            <AwaitedPart height={420}>
              <DisputeCase order={opened.order} hasNews={opened.hasNews} />
            </AwaitedPart>
          </section>
          {isOpen && (
            <RulingForm order={opened.order} isOver={opened.isOver ?? false} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface EntryProps {
  order: DisputedOrder
  onOpen: () => void
  onChange: (order: DisputedOrder) => void
}

function DisputeEntry({ order, onOpen, onChange }: EntryProps) {
  const { t } = useTranslation(['staff', 'common'])
  useEffect(() => onChange(order), [order, onChange])
  const opener = useOpener(order)
  const now = useNow()
  return (
    <article className={styles.entry}>
      <header className={primitives.line}>
        <GroupName as="div" className={primitives.words}>
          <strong>
            <bdi>{order.pack_title}</bdi>
          </strong>
          <span className={primitives.quiet}>
            {order.number} · <MemberLink id={order.brand_id} name={order.brand} /> ·{' '}
            <MemberLink id={order.kol_id} name={order.creator} />
          </span>
        </GroupName>
        <b>
          <MoneyText minor={order.price_minor} currency={order.currency} />
        </b>
      </header>
      {order.disputed_at && (
        <p className={primitives.quiet}>
          {t('disputed_by', { name: isolated(opener) })} · <TimeText value={order.disputed_at} />
        </p>
      )}
      {order.is_proposed && <p className={primitives.quiet}>{t('ruling_proposed')}</p>}
      <p className={primitives.quiet}>
        <StatusBadge status={order.status} />{' '}
        {order.due_at && (
          <>
            {t(order.status === 'ruled' ? 'appeal_until' : 'ruling_due')}{' '}
            <TimeText value={order.due_at} show="full" />{' '}
            {new Date(order.due_at) < now && <ToneBadge tone="bad">{t('late')}</ToneBadge>}
          </>
        )}
      </p>
      <CaseActions order={order} onOpen={onOpen} />
    </article>
  )
}

const STATES = ORDER_STATUSES.filter((status) => phaseOf(status) === 'disputed')

export function Disputes() {
  const { t } = useTranslation(['staff', 'order-states'])
  const [opened, setOpened] = useState<Opened | null>(null)
  const change = useCallback(
    (order: DisputedOrder) => setOpened((before) => updatedCase(before, order)),
    [],
  )
  return (
    <>
      <StaffList
        list="disputes"
        find={t('find_dispute')}
        states={STATES.map((value) => ({ value, label: t(`order-states:${value}_name`) }))}
        tools={<OpenDispute />}
        empty={{ icon: Scale, title: t('no_disputes'), text: t('no_disputes_text') }}
      >
        {(order) => (
          <DisputeEntry
            order={order}
            onOpen={() => setOpened({ order, hasNews: false })}
            onChange={change}
          />
        )}
      </StaffList>
      <CaseDialog opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}
