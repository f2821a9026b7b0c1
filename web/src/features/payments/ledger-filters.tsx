import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { EVENT_GROUPS, groupsOf } from '@/domain/money/ledger.ts'
import { SaveButton } from '@/ui/save-button.tsx'
import { timeOfDay, useUrlFilters } from '@/ui/use-url-filters.ts'
import { fetchLedgerFile } from './ledger-file.ts'
import type { MoveSearch } from './queries.ts'
import styles from './payments.module.css'

export type LedgerFilters = ReturnType<typeof useLedgerFilters>

export function useLedgerFilters(role: 'brand' | 'kol') {
  const [valueOf, set] = useUrlFilters<'q' | 'kind' | 'since' | 'until'>()
  const [term] = useDebouncedValue(valueOf('q').trim(), 250)
  const group = groupsOf(role).find((each) => each === valueOf('kind'))
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
  const { t } = useTranslation('payments')
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
          ...groupsOf(role).map((value) => ({ value, label: t(`group_${value}`) })),
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
        label={t('save_csv')}
        name="payments.csv"
        content={() => fetchLedgerFile(search, role)}
      />
    </div>
  )
}
