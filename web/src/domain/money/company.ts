// The name, address and tax data of a member on invoices. They are edited in the settings; Payments asks for them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { changedFrom } from '@/lib/changed.ts'

type Company = Tables<'companies'>
type Changes = Database['public']['Functions']['save_company']['Args']
type Filled = { [field in keyof Changes]-?: string | null }

/** The fields of an address, which are saved together. */
const ADDRESS = ['address', 'postal_code', 'city', 'country'] as const

/** The fields that the form changed; other fields keep changes of other devices. An emptied field is removed. */
export function companyChanges(start: Filled, input: Filled): Changes {
  // A VAT number belongs to a country, so it is also sent if the country has changed.
  const together = start.country === input.country ? ADDRESS : [...ADDRESS, 'vat_number' as const]
  return Object.fromEntries(
    Object.entries(changedFrom(start, input, together)).map(([field, value]) => [
      field,
      value || (field === 'birth_date' ? '-infinity' : ''),
    ]),
  )
}

/** The reader's own data, because of row-level security. */
export const companyQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'company'],
    queryFn: async ({ signal }): Promise<Company | null> =>
      (await unwrap(supabase.from('companies').select('*'), signal))[0] ?? null,
  })

export function useSaveCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: Changes) => unwrap(supabase.rpc('save_company', changes)),
    onSuccess: (saved: Company) => client.setQueryData(companyQuery().queryKey, saved),
  })
}
