import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { supabase } from '@/lib/api/supabase.ts'
import { NO_WORK, useOrderAction } from './use-order-action.ts'

afterEach(() => void vi.restoreAllMocks())

test('a brand that has not read the deliveries judges none', async () => {
  const asked = vi.spyOn(supabase, 'rpc').mockReturnValue(Promise.resolve({ data: null }) as never)
  let ask: ReturnType<typeof useOrderAction> | undefined
  function Page() {
    ask = useOrderAction('o')
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await ask?.mutateAsync({ move: 'complete_order', delivery_id: undefined })
  expect(asked).toHaveBeenCalledWith('complete_order', { order_id: 'o', delivery_id: NO_WORK })
})
