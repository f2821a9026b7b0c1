import type { SupabaseClient } from '@supabase/supabase-js'
import { requireService, serviceClient } from './clients.ts'
import { withoutSecrets } from './log.ts'
import { endpoint } from './serve.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

/** Works until its time is up, notes the last fault, and returns how much it did. */
type Run = (client: SupabaseClient, until: number, log: (fault: string) => void) => Promise<object>

/** The frame around a function that the scheduler calls, and nobody else. */
export const scheduled = (name: string, run: Run, longestMs = LONGEST_MS) =>
  endpoint(name, async (request, notes) => {
    requireService(request)
    const log = (fault: string) => void (notes.lastFault = withoutSecrets(fault))
    const counts = await run(serviceClient(), Date.now() + longestMs, log)
    Object.assign(notes, counts)
    return counts
  })
