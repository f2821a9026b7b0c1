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

/** Checks whether the backend can be reached. Any response counts, even the Data API's refusal of the publishable key. */
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

/** True if the backend has responded. A response of 5xx comes from a proxy of a backend that is down. */
const isReached = ({ success, status }: Connectivity) => success && (status ?? 0) < 500

/** Whether requests to the Data API or Auth get no response although the browser reports to be online. */
const useTrouble = create<{ data: boolean; signIn: boolean }>(() => ({
  data: false,
  signIn: false,
}))
type Trouble = ReturnType<typeof useTrouble.getState>
const isUnreachable = ({ data, signIn }: Trouble) => data || signIn
let asking = false

/** Records whether Auth, which renews tokens, responds; without a token no other request is possible. */
export const reportSignIn = (reached: boolean) => useTrouble.setState({ signIn: !reached })

/** Checks after a request without a response, at an interval until there is one again. */
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

/** Calls the listener when the backend can be reached again. */
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
