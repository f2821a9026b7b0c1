import type { SupabaseClient } from '@supabase/supabase-js'
import { requireService, serviceClient } from './clients.ts'
import { withoutSecrets } from './log.ts'
import { endpoint } from './serve.ts'

// The platform stops a function after a while, so a run ends before that; the next run continues the work.
const LONGEST_MS = 25_000

/** Works until the time `until`, passes faults to `log`, and returns counts of the work done. */
type Run = (client: SupabaseClient, until: number, log: (fault: string) => void) => Promise<object>

/** Wraps a function that only the scheduler may call. */
export const scheduled = (name: string, run: Run, longestMs = LONGEST_MS) =>
  endpoint(name, async (request, notes) => {
    requireService(request)
    const log = (fault: string) => void (notes.lastFault = withoutSecrets(fault))
    const counts = await run(serviceClient(), Date.now() + longestMs, log)
    Object.assign(notes, counts)
    return counts
  })
