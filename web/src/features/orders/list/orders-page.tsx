import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, Search, ShoppingBag } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { searchedTerm } from '@/domain/orders/order-query.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { ORDER_TABS, type OrderSide, type OrderTab } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import type { EmptyProps } from '@/ui/empty-state.tsx'
import { LinkTabs } from '@/ui/link-tabs.tsx'
import { lazyPart } from '@/ui/loadable.tsx'
import { idOf, LongList } from '@/ui/long-list.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { useUrlFilters } from '@/ui/use-url-filters.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { OrderRow } from './order-row.tsx'
import { ORDER_SORTS, ordersQuery, type OrderCounts, type OrderSort } from '../queries.ts'
import styles from '../orders.module.css'

const SaveOrders = lazyPart(() => import('./save-orders.tsx'), 'SaveOrders')

const isTab = (value: string): value is OrderTab =>
  (ORDER_TABS as readonly string[]).includes(value)

const TYPING_PAUSE_MS = 250

/** The list of orders for the tab and the search term in the address. */
function useOrderList(side: OrderSide, profileId: string) {
  const [valueOf, set] = useUrlFilters<'tab' | 'q' | 'sort'>()
  const asked = valueOf('tab')
  const tab = isTab(asked) ? asked : 'open'
  const typed = valueOf('q')
  const sort = ORDER_SORTS.find((each) => each === valueOf('sort')) ?? 'newest'
  const [term] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const query = useInfiniteQuery({
    ...ordersQuery(side, profileId, tab, searchedTerm(term), sort),
    placeholderData: keepPreviousData,
  })
  // While another tab loads, the counts of the previous tab stay, but not its rows.
  const counts = query.data?.pages[0]?.counts ?? {}
  const isOther = query.data?.pages[0]?.tab !== tab
  const shown = useMemo(
    () => ({ pages: query.data?.pages.map(({ rows }) => rows) ?? [] }),
    [query.data],
  )
  const list = { ...query, data: isOther ? undefined : shown }
  return { list, counts, tab, term, typed, sort, set }
}

const sumOf = (counts: OrderCounts) => Object.values(counts).reduce((sum, each) => sum + each, 0)

interface TabsProps {
  current: OrderTab
  counts: OrderCounts
  /** The search term as typed. It and the sort order stay when the tab changes. */
  typed: string
  sort: OrderSort
}

function OrderTabs({ current, counts, typed, sort }: TabsProps) {
  const { t } = useTranslation('orders')
  const hrefOf = (tab: OrderTab) => {
    const params = new URLSearchParams({
      ...(tab !== 'open' && { tab }),
      ...(typed && { q: typed }),
      ...(sort !== 'newest' && { sort }),
    })
    return params.size > 0 ? `${paths.orders}?${params}` : paths.orders
  }
  return (
    <LinkTabs
      label={t('tabs')}
      current={current}
      tabs={ORDER_TABS.map((each) => ({
        value: each,
        label: t(`tab_${each}`),
        href: hrefOf(each),
        count: each === 'all' ? sumOf(counts) : (counts[each] ?? 0),
      }))}
    />
  )
}

function useNoOrders(side: OrderSide, isOpen: boolean, isSought: boolean): EmptyProps {
  const { t } = useTranslation('orders')
  if (isSought) return { icon: Search, title: t('none_found') }
  const href = isOpen ? (side === 'brand' ? paths.discover : paths.packs) : paths.orders
  return {
    icon: ShoppingBag,
    title: t(isOpen ? 'empty_open' : 'empty_tab'),
    text: isOpen ? t(`empty_text_${side}`) : undefined,
    action: (
      <LinkButton href={href} variant={isOpen ? 'filled' : 'default'}>
        {t(isOpen ? `empty_action_${side}` : 'empty_action')}
      </LinkButton>
    ),
  }
}

export function OrdersPage() {
  const { t } = useTranslation(['orders', 'common'])
  const { profile } = useProfile()
  const side = profile.role === 'kol' ? 'kol' : 'brand'
  const { list, counts, tab, term, typed, sort, set } = useOrderList(side, profile.id)
  const empty = useNoOrders(side, tab === 'open', term !== '')
  return (
    <Page>
      <PageHeader
        title={t('common:nav.orders')}
        description={t(`description_${side}`)}
        actions={
          <LinkButton href={paths.deadlines} leftSection={<CalendarClock size={16} aria-hidden />}>
            {t('see_deadlines')}
          </LinkButton>
        }
      />
      <OrderTabs current={tab} counts={counts} typed={typed} sort={sort} />
      {(typed || sumOf(counts) > 0) && (
        <div className={`${primitives.wrap} ${styles.tools}`}>
          <TextInput
            type="search"
            className={styles.find}
            aria-label={t('find')}
            placeholder={t('find')}
            leftSection={<Search size={17} aria-hidden />}
            value={typed}
            onChange={(event) => set('q', event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={t('common:sort.by')}
            data={ORDER_SORTS.map((each) => ({ value: each, label: t(`common:sort.${each}`) }))}
            value={sort}
            onChange={({ currentTarget: { value } }) =>
              set('sort', value === 'newest' ? '' : value)
            }
          />
          <AwaitedCode fallback={<Skeleton width={130} height={36} aria-busy="true" />}>
            <SaveOrders side={side} tab={tab} term={searchedTerm(term)} />
          </AwaitedCode>
        </div>
      )}
      <QueryView more="auto" query={list} skeleton={<ListSkeleton rows={6} />} empty={empty}>
        {({ pages }) => (
          <LongList
            name={`orders ${tab}`}
            pages={pages}
            keyOf={idOf}
            hasMore={list.hasNextPage}
            className={`${primitives.rows} ${styles.list}`}
          >
            {(order) => <OrderRow order={order} side={side} />}
          </LongList>
        )}
      </QueryView>
    </Page>
  )
}
