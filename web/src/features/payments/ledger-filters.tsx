import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  EVENT_GROUPS,
  eventGroupsOf,
  eventKey,
  type MoneyMove,
  type MoneyPlace,
} from '@/domain/money/ledger.ts'
import { SaveButton } from '@/ui/save-button.tsx'
import { timeOfDay, useUrlFilters } from '@/ui/use-url-filters.ts'
import { decimalsOf, toDecimalString } from '@/domain/money/money.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { everyRow, FILE_PAGE, MOST_ROWS } from '@/lib/api/every-row.ts'
import { csvFile } from '@/lib/csv.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { type MoveSearch, fetchMoves } from './queries.ts'
import styles from './payments.module.css'

const PLACES: readonly MoneyPlace[] = [
  'wallet',
  'escrow',
  'pending',
  'available',
  'in_transit',
  'fee',
  'card',
]

/** A line for each move: what each account gained or lost, and the balance of all accounts afterwards. */
function ledgerRows(moves: readonly MoneyMove[], role: 'brand' | 'kol') {
  const lines = moves.map(({ parts, currency, ...move }) => {
    const amount = (minor: number) => toDecimalString(minor, decimalsOf(currency))
    const sumOf = (place: MoneyPlace) =>
      parts.reduce((sum, { kind, amount_minor }) => sum + (kind === place ? amount_minor : 0), 0)
    return [
      move.created_at,
      textOr(eventKey(move.event, role), move.event),
      move.order_number,
      move.pack_title,
      move.partner_name,
      currency,
      ...PLACES.map((place) => amount(sumOf(place))),
      // We hold no money on a chain, so there is no balance.
      isOnChain(currency) ? '' : amount(move.balance_minor),
      // The newest column is the last one, so that earlier columns keep their places in the file.
      amount(sumOf('chain')),
    ]
  })
  return [
    ['time', 'event', 'order', 'pack', 'with', 'currency', ...PLACES, 'balance', 'chain'],
    ...lines,
  ]
}

/** All moves that match the search, the newest first. */
async function fetchLedgerFile(search: MoveSearch, role: 'brand' | 'kol'): Promise<Blob> {
  const moves = await everyRow(async (after: number | null) => {
    const rows = await fetchMoves(search, after ?? undefined, FILE_PAGE)
    return { rows, next: rows.length < FILE_PAGE ? null : rows.at(-1)!.transfer_id }
  }, MOST_ROWS)
  return csvFile(ledgerRows(moves, role))
}

export type LedgerFilters = ReturnType<typeof useLedgerFilters>

export function useLedgerFilters(role: 'brand' | 'kol') {
  const [valueOf, set] = useUrlFilters<'q' | 'kind' | 'since' | 'until'>()
  const [term] = useDebouncedValue(valueOf('q').trim(), 250)
  const group = eventGroupsOf(role).find((each) => each === valueOf('kind'))
  const since = timeOfDay('since', valueOf('since'))
  const until = timeOfDay('until', valueOf('until'))
  const search: MoveSearch = {
    ...(term && { term }),
    ...(group && { events: [...EVENT_GROUPS[group]] }),
    ...(since && { since }),
    ...(until && { until }),
  }
  return { valueOf, set, search, isFiltered: Object.keys(search).length > 0 }
}

interface Props {
  role: 'brand' | 'kol'
  filters: LedgerFilters
}

export function LedgerFilters({ role, filters }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  const { valueOf, set, search } = filters
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.find}
        aria-label={t(`find_${role}`)}
        placeholder={t(`find_${role}`)}
        leftSection={<Search size={17} aria-hidden />}
        value={valueOf('q')}
        onChange={(event) => set('q', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('filter_kind')}
        data={[
          { value: '', label: t('group_all') },
          ...eventGroupsOf(role).map((value) => ({ value, label: t(`group_${value}`) })),
        ]}
        value={valueOf('kind')}
        onChange={(event) => set('kind', event.currentTarget.value)}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`filter_${name}`)}
          value={valueOf(name)}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      <SaveButton
        label={t('common:save_csv')}
        name="payments.csv"
        content={() => fetchLedgerFile(search, role)}
      />
    </div>
  )
}
