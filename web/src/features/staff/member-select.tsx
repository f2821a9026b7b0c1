import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { searchedTerm } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { fetchStaffList, WITHOUT_LIVE_CHANGES, type StaffSearch } from './staff-list-query.ts'

const MOST = 20

/** The newest members that match a search; an empty search finds nobody. */
export const foundMembersQuery = (search: StaffSearch & { term: string }) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'found-members', search],
    meta: WITHOUT_LIVE_CHANGES,
    enabled: search.term !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await fetchStaffList('members', search, null, { size: MOST, signal })).rows,
  })

interface Props extends Pick<SelectProps, 'label' | 'error' | 'clearable' | 'clearButtonProps'> {
  role?: 'brand' | 'kol'
  value: string
  /** The name of the chosen member. */
  chosen: string | null | undefined
  onChange: (id: string) => void
}

/** Field to choose a member by the search of the member list. */
export function MemberSelect({ role, value, chosen, onChange, ...field }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 250)
  // The field contains the name of the chosen member, or the id while the name loads. That text is not a search term.
  const term = settled === chosen || settled === value ? '' : searchedTerm(settled)
  const { data: found = [], isFetching } = useQuery(
    foundMembersQuery({ term, ...(role && { role }) }),
  )
  const isFound = (id: string) => found.some((each) => each.id === id)
  const options = found.map(({ id, display_name: label }) => ({ value: id, label: label ?? id }))
  return (
    <Select
      {...field}
      searchable
      placeholder={t('member_by')}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        // The library's clear button cannot be reached by keyboard, so emptying the field clears the choice as well.
        if (text === '' && value) onChange('')
      }}
      nothingFoundMessage={term === '' || isFetching ? undefined : t('nobody_found')}
      // During a search, the chosen member is listed only if the search finds them.
      filter={({ options: all }) =>
        term === '' ? all : all.filter((each) => 'value' in each && isFound(each.value))
      }
      data={value && !isFound(value) ? [{ value, label: chosen ?? value }, ...options] : options}
      renderOption={({ option }) => {
        const member = found.find(({ id }) => id === option.value)
        return (
          <span>
            <bdi>{option.label}</bdi>
            {member && (
              <span className={primitives.quiet}>
                {' · '}
                {member.role && `${t(`common:role.${member.role}`)} · `}
                <TimeText value={member.created_at} show="date" />
              </span>
            )}
          </span>
        )
      }}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
