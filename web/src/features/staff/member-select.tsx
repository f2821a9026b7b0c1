import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { searchedTerm } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { fetchStaffList, SELDOM, type StaffSearch } from './staff-list-query.ts'

const MOST = 20

/** The newest members that a search finds; nobody is asked for without words. */
export const foundMembersQuery = (search: StaffSearch & { term: string }) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'found-members', search],
    meta: SELDOM,
    enabled: search.term !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await fetchStaffList('members', search, null, { size: MOST, signal })).rows,
  })

interface Props extends Pick<SelectProps, 'label' | 'error' | 'clearable' | 'clearButtonProps'> {
  role?: 'brand' | 'kol'
  value: string
  /** The name of the one who is chosen. */
  chosen: string | null | undefined
  onChange: (id: string) => void
}

/** Chooses one member, who is found as in the list of members. */
export function MemberSelect({ role, value, chosen, onChange, ...field }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 250)
  // The text of the chosen one, at first the id, is not searched.
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
        // The button that clears the field is out of the keyboard's reach.
        if (text === '' && value) onChange('')
      }}
      nothingFoundMessage={term === '' || isFetching ? undefined : t('nobody_found')}
      // While one searches, the chosen one is listed only where it is found.
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
