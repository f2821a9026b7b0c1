import { afterEach, expect, test, vi } from 'vitest'
import { supabase } from '@/lib/api/supabase.ts'
import { htmlOf } from '@/ui/testing.tsx'
import { NO_WORK, useOrderAction } from './use-order-action.ts'

afterEach(() => void vi.restoreAllMocks())

const NOTHING_READ = { delivery_id: undefined }
const OFFER = { creator_share_minor: 9000 }

test.each([
  [
    'a move about work sends the id NO_WORK if the deliveries are not loaded',
    'complete_order',
    NOTHING_READ,
    { delivery_id: NO_WORK },
  ],
  ['a withdrawal of a dispute sends the split that was shown', 'withdraw_dispute', OFFER, OFFER],
] as const)('%s', async (_what, move, seen, named) => {
  const asked = vi.spyOn(supabase, 'rpc').mockReturnValue(Promise.resolve({ data: null }) as never)
  let ask: ReturnType<typeof useOrderAction> | undefined
  function Page() {
    ask = useOrderAction('o')
    return null
  }
  htmlOf(<Page />)
  await ask?.mutateAsync({ move, ...seen })
  expect(asked).toHaveBeenCalledWith(move, { order_id: 'o', ...named })
})
