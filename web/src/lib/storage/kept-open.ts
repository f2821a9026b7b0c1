import { useEffect, useState } from 'react'
import { useSession, useUser } from '../session/session.ts'

// An expired session closes dialogs and other layers over a page. Their text is kept as a draft; these functions
// open them again after the same member has signed in.

const openNow = new Map<string, unknown>()
let kept: { member: string; open: Map<string, unknown> } | null = null

useSession.subscribe((now, before) => {
  if (before.user && now.left === 'expired')
    kept = { member: before.user.id, open: new Map(openNow) }
  else if (now.left === 'by-choice' || (now.user && now.user.id !== kept?.member)) kept = null
})

/** Like `useState` for an open layer, which is restored after an expired session. The name has to be unique in the client. */
export function useKeptOpen<Value>(name: string, closed: Value) {
  const member = useUser()?.id
  const state = useState<Value>(() => {
    const found = kept?.member === member ? kept?.open.get(name) : undefined
    return (found as Value | undefined) ?? closed
  })
  const [value] = state
  useEffect(() => {
    kept?.open.delete(name)
    if (value === closed) return undefined
    openNow.set(name, value)
    return () => void openNow.delete(name)
  }, [name, value, closed])
  return state
}
