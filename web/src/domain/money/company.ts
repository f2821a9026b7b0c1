// Who a member is on papers: given in the settings, asked for on Payments.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

type Company = Tables<'companies'>

/** Row-level security leaves only one's own. */
export const companyQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'company'],
    queryFn: async ({ signal }): Promise<Company | null> =>
      (await unwrap(supabase.from('companies').select('*'), signal))[0] ?? null,
  })

export function useSaveCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (company: Database['public']['Functions']['save_company']['Args']) =>
      unwrap(supabase.rpc('save_company', company)),
    onSuccess: (saved: Company) => client.setQueryData(companyQuery().queryKey, saved),
  })
}
