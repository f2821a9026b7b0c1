import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { CLIENT_NAME, CONNECTIVITY_RETRY_MS, CONNECTIVITY_TIMEOUT_MS } from './constants.ts'
import { env } from './env.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function isOnline(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

export interface Connectivity {
  success: boolean
  status: number | null
  error: string | null
}

/** Probes the backend. Any response means "connected", even the Data API's refusal of the publishable key. */
export async function checkConnectivity(): Promise<Connectivity> {
  try {
    const response = await fetch(`${env.supabaseUrl}/rest/v1/`, {
      method: 'HEAD',
      headers: { apikey: env.supabaseKey, 'X-Client-Info': CLIENT_NAME },
      signal: AbortSignal.timeout(CONNECTIVITY_TIMEOUT_MS),
    })
    return { success: true, status: response.status, error: null }
  } catch (error) {
    return {
      success: false,
      status: null,
      error: error instanceof Error ? error.message : String(error),
    }
  }
}

/** A proxy in front of a backend that is down returns 5xx. */
const isReached = ({ success, status }: Connectivity) => success && (status ?? 0) < 500

/** Set when requests go unanswered although the browser reports to be online. */
const useTrouble = create<{ data: boolean; signIn: boolean }>(() => ({
  data: false,
  signIn: false,
}))
type Trouble = ReturnType<typeof useTrouble.getState>
const isUnreachable = ({ data, signIn }: Trouble) => data || signIn
let asking = false

/** Records whether Auth, which renews tokens, responds; without a token no other request is possible. */
export const reportSignIn = (reached: boolean) => useTrouble.setState({ signIn: !reached })

/** Called when a request got no response: probes until there is one again. */
export async function probeConnectivity(): Promise<void> {
  if (asking) return
  asking = true
  for (;;) {
    const reached = isReached(await checkConnectivity())
    useTrouble.setState({ data: !reached })
    if (reached) break
    await new Promise((resolve) => setTimeout(resolve, CONNECTIVITY_RETRY_MS))
  }
  asking = false
}

/** Called when the backend can be reached again after it could not. */
export function onReachable(listener: () => void): () => void {
  return useTrouble.subscribe((now, before) => {
    if (isUnreachable(before) && !isUnreachable(now)) listener()
  })
}

export type Connection = 'online' | 'offline' | 'unreachable'

export function useConnection(): Connection {
  const online = useOnline()
  const unreachable = useTrouble(isUnreachable)
  if (!online) return 'offline'
  return unreachable ? 'unreachable' : 'online'
}
