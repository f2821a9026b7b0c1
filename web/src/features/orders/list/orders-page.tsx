import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, ShoppingBag } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearchParams } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { ORDER_TABS, type OrderSide, type OrderTab } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import type { EmptyProps } from '@/ui/empty-state.tsx'
import { LinkTabs } from '@/ui/link-tabs.tsx'
import { LoadMore } from '@/ui/load-more.tsx'
import { idOf, LongList } from '@/ui/long-list.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { OrderRow } from './order-row.tsx'
import { ordersQuery } from '../queries.ts'
import styles from '../orders.module.css'

const isTab = (value: string | null): value is OrderTab =>
  (ORDER_TABS as readonly (string | null)[]).includes(value)

function useNoOrders(side: OrderSide, isOpen: boolean): EmptyProps {
  const { t } = useTranslation('orders')
  const href = isOpen ? (side === 'brand' ? paths.discover : paths.packs) : paths.orders
  return {
    icon: ShoppingBag,
    title: t(isOpen ? 'empty_open' : 'empty_tab'),
    text: isOpen ? t(`empty_text_${side}`) : undefined,
    action: (
      <Button component={Link} href={href} variant={isOpen ? 'filled' : 'default'}>
        {t(isOpen ? `empty_action_${side}` : 'empty_action')}
      </Button>
    ),
  }
}

export function OrdersPage() {
  const { t } = useTranslation('orders')
  const { profile } = useProfile()
  const [params] = useSearchParams()
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'open'
  const side = profile.role === 'kol' ? 'kol' : 'brand'
  const query = useInfiniteQuery(ordersQuery(side, profile.id, tab))
  const empty = useNoOrders(side, tab === 'open')
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t(`description_${side}`)}
        actions={
          <Button
            component={Link}
            href={paths.deadlines}
            variant="default"
            leftSection={<CalendarClock size={16} aria-hidden />}
          >
            {t('see_deadlines')}
          </Button>
        }
      />
      <LinkTabs
        label={t('tabs')}
        current={tab}
        tabs={ORDER_TABS.map((each) => ({
          value: each,
          label: t(`tab_${each}`),
          href: each === 'open' ? paths.orders : `${paths.orders}?tab=${each}`,
        }))}
      />
      <QueryView query={query} skeleton={<ListSkeleton rows={6} />} empty={empty}>
        {(data) => (
          <>
            <LongList
              name={`orders ${tab}`}
              pages={data.pages}
              keyOf={idOf}
              hasMore={query.hasNextPage}
              className={`${primitives.rows} ${styles.list}`}
            >
              {(order) => <OrderRow order={order} side={side} />}
            </LongList>
            <LoadMore query={query} auto />
          </>
        )}
      </QueryView>
    </Page>
  )
}
