import { create } from 'zustand'
import type { Fetch } from '../api/fetch.ts'

/** State of the dialog that asks for the second factor; `StepUpDialog` shows it. */
export const useStepUp = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let waiting: { answer: Promise<boolean>; settle: (done: boolean) => void } | null = null

/** Opens one dialog for all waiting requests. Resolves to true if the code was correct. */
export function askForFactor(): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { answer: promise, settle: resolve }
    useStepUp.setState({ isOpen: true })
  }
  return waiting.answer
}

export function answerStepUp(done: boolean): void {
  waiting?.settle(done)
  waiting = null
  useStepUp.setState({ isOpen: false })
}

/** Refusals because no code was entered in this session, or too long ago. */
const REFUSALS: unknown[] = ['mfa_required', 'mfa_stale']

/** True if a request was refused because of the second factor. The Data API and Storage name the refusal in `message`, edge functions in `error`. */
async function needsFactor(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown; error?: unknown } | null
  return REFUSALS.includes(body?.message) || REFUSALS.includes(body?.error)
}

let verification: Promise<unknown> = Promise.resolve()

/** Marks the time during which a code is being checked and the old token is still stored. */
export function verifying<T>(work: Promise<T>): Promise<T> {
  verification = work.catch(() => {})
  return work
}

/**
 * Repeats a request that was refused because of the second factor, with the session's new token: at once if
 * there is one already, otherwise after the dialog. The caller gets only the last response.
 */
export function withFactor(send: Fetch, freshToken: () => Promise<string | null>): Fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const withToken = async (token: string) => {
      headers.set('Authorization', token)
      return send(input, { ...init, headers })
    }
    const response = await send(input, init)
    if (!(await needsFactor(response))) return response
    await verification
    const newer = `Bearer ${await freshToken()}`
    if (newer !== headers.get('Authorization')) {
      const second = await withToken(newer)
      if (!(await needsFactor(second))) return second
    }
    if (!(await askForFactor())) return response
    return withToken(`Bearer ${await freshToken()}`)
  }
}
