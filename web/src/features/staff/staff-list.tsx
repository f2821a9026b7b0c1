import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { searchedTerm } from '@/domain/orders/order-query.ts'
import { textOr } from '@/lib/i18n/text.ts'
import type { EmptyProps } from '@/ui/empty-state.tsx'
import { LongList } from '@/ui/long-list.tsx'
import { NamedGroup } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { useUrlFilters } from '@/ui/use-url-filters.ts'
import { staffListQuery, type StaffListPage, type StaffSearch } from './staff-list-query.ts'
import type { StaffListName, StaffRows } from './staff-rows.ts'
import { useListKeys } from './use-list-keys.ts'
import styles from './staff.module.css'

interface Props<Name extends StaffListName> {
  list: Name
  find: string
  empty: EmptyProps
  /** Returns the key of a row; by default its id. */
  keyOf?: (row: StaffRows[Name]) => string
  cards?: boolean
  /** True if the surrounding section already has the name of the list. */
  isPart?: boolean
  /** Controls beside the search that filter the list or add to it. */
  tools?: ReactNode
  filters?: StaffSearch
  /** The states by which the reader can filter the list. */
  states?: readonly { value: string; label: string }[]
  /** Lets the reader select rows for an act upon all of them; `label` returns null for rows that cannot be selected. */
  choose?: {
    label: (row: StaffRows[Name]) => string | null
    Act: ComponentType<{ rows: StaffRows[Name][]; onDone: () => void }>
  }
  children: (row: StaffRows[Name]) => ReactNode
}

/** The search term in the address, so that links from other pages can open a search. */
export function useSearchTerm() {
  const [valueOf, set] = useUrlFilters<'q'>()
  return [valueOf('q'), (next: string) => set('q', next)] as const
}

interface SearchProps {
  label: string
  term: string
  onTerm: (term: string) => void
}

export const SearchField = ({ label, term, onTerm }: SearchProps) => (
  <TextInput
    type="search"
    className={styles.search}
    aria-label={label}
    placeholder={label}
    leftSection={<Search size={17} aria-hidden />}
    value={term}
    onChange={(event) => onTerm(event.currentTarget.value)}
  />
)

/** Filters a list by state. The state is in the address, so that a link leads to the filtered list. */
function StateFilter({ states }: { states: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('staff')
  const [valueOf, set] = useUrlFilters<'kind'>()
  return (
    <NativeSelect
      aria-label={t('state')}
      data={[{ value: '', label: t('every_state') }, ...states]}
      value={valueOf('kind')}
      onChange={(event) => set('kind', event.currentTarget.value)}
    />
  )
}

function Count({ page }: { page: StaffListPage<unknown> | undefined }) {
  const { t } = useTranslation('staff')
  if (!page || page.total === null) return null
  return (
    <p role="status" className={primitives.quiet}>
      {page.total > page.counted_most
        ? t('count_more', { count: page.counted_most })
        : t('count_all', { count: page.total })}
    </p>
  )
}

const idOf = (row: object) => String(Reflect.get(row, 'id'))

type RowsProps<Name extends StaffListName> = Pick<
  Props<Name>,
  'list' | 'keyOf' | 'cards' | 'choose' | 'children'
> & {
  pages: readonly StaffListPage<StaffRows[Name]>[]
  hasMore: boolean
}

function Rows<Name extends StaffListName>(props: RowsProps<Name>) {
  const { list, keyOf = idOf, cards = false, choose, children, pages, hasMore } = props
  const { t } = useTranslation('staff')
  const rows = useMemo(() => pages.map((page) => page.rows), [pages])
  const [chosen, setChosen] = useState<readonly string[]>([])
  // Leaves out selected rows that an act has removed from the list.
  const picked = rows.flat().filter((row) => chosen.includes(keyOf(row)))
  const toggle = (key: string) =>
    setChosen((before) =>
      before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
    )
  return (
    <>
      <div className={styles.counted}>
        <Count page={pages[0]} />
        <p className={`${primitives.quiet} ${styles.keys}`}>
          {t('keys')}
          <span className={styles.keyOpen}>, {t('key_open')}</span>
          {choose && `, ${t('key_choose')}`}
        </p>
        {picked.length > 0 && choose && <choose.Act rows={picked} onDone={() => setChosen([])} />}
      </div>
      <LongList
        name={`staff ${list}`}
        pages={rows}
        keyOf={keyOf}
        hasMore={hasMore}
        className={cards ? primitives.grid : primitives.rows}
      >
        {(row) => {
          const label = choose?.label(row)
          return (
            <NamedGroup className={cards ? styles.item : styles.row}>
              {label && (
                <Checkbox
                  size="sm"
                  data-choose
                  className={styles.choose}
                  // Without cards, a visible label would leave too little width for the text of the row.
                  {...(cards ? { label } : { 'aria-label': label })}
                  checked={chosen.includes(keyOf(row))}
                  onChange={() => toggle(keyOf(row))}
                />
              )}
              {children(row)}
            </NamedGroup>
          )
        }}
      </LongList>
    </>
  )
}

/** A list of staff with search, count, pages and keys and, for some lists, selection of several rows. */
export function StaffList<Name extends StaffListName>(props: Props<Name>) {
  const { list, find, empty, cards = false, isPart = false, tools, filters, states } = props
  const { t } = useTranslation(['staff', 'payments'])
  const [term, setTerm] = useSearchTerm()
  const [valueOf] = useUrlFilters<'kind'>()
  const kind = states ? valueOf('kind') : ''
  const [settled] = useDebouncedValue(term.trim(), 250)
  const query = useInfiniteQuery(
    staffListQuery(list, {
      ...filters,
      ...(kind && { kind }),
      ...(settled && { term: searchedTerm(settled) }),
    }),
  )
  const section = useRef<HTMLElement>(null)
  useListKeys(section)
  const isFiltered = settled !== '' || kind !== '' || Object.keys(filters ?? {}).length > 0
  const nothing = {
    ...empty,
    title: t('payments:nothing_found'),
    text: settled && t('nothing_found_text'),
  }
  return (
    <section ref={section} aria-label={isPart ? undefined : textOr(`staff:section_${list}`, list)}>
      <div className={styles.inline}>
        <SearchField label={find} term={term} onTerm={setTerm} />
        {states && <StateFilter states={states} />}
        {tools}
      </div>
      <QueryView
        more="auto"
        query={query}
        skeleton={cards ? <CardsSkeleton cards={4} height={220} /> : <ListSkeleton rows={8} />}
        isEmpty={({ pages }) => pages[0]?.rows.length === 0}
        empty={isFiltered ? nothing : empty}
      >
        {({ pages }) => <Rows {...props} pages={pages} hasMore={query.hasNextPage} />}
      </QueryView>
    </section>
  )
}
