import { queryOptions } from '@tanstack/react-query'
import { askingFor, supabase } from '@/lib/api/supabase.ts'
import { keyRoots } from '../query-keys.ts'
import type { Amount } from './ledger.ts'

/** The reader's balances. The generated type allows null in all columns of a view; these are never null. */
export const balancesQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'balances'],
    queryFn: askingFor<Amount[]>(() =>
      supabase.from('balances').select('currency, kind, amount_minor'),
    ),
  })
