import { useMutation } from '@tanstack/react-query'
import { readFunctionError } from '@/lib/errors.ts'
import { supabase } from '@/lib/supabase.ts'

type Checkout = { provider: string; url: string }

async function openCheckout(orderId: string): Promise<Checkout> {
  const { data, error } = await supabase.functions.invoke<Checkout>('checkout', {
    body: { order_id: orderId },
  })
  if (error) throw await readFunctionError(error)
  if (!data) throw new Error('checkout answered nothing')
  return data
}

/** Leads the brand to the provider's pay page; the browser leaves the application. */
export function usePay() {
  return useMutation({
    mutationFn: openCheckout,
    onSuccess: ({ url }) => window.location.assign(url),
  })
}
