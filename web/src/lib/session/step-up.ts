import { create } from 'zustand'
import type { Fetch } from '../api/fetch.ts'

/** The one dialog that asks for the second factor; shown by `StepUpDialog`. */
export const useStepUp = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let waiting: { answer: Promise<boolean>; settle: (done: boolean) => void } | null = null

/** Opens the dialog once for all waiting requests. True when the code was right. */
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

/** Refusals because no code was given in this session, or too long ago. */
const REFUSALS: unknown[] = ['mfa_required', 'mfa_stale']

/** The Data API and Storage name a refusal `message`, our edge functions `error`. */
async function needsFactor(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown; error?: unknown } | null
  return REFUSALS.includes(body?.message) || REFUSALS.includes(body?.error)
}

let verification: Promise<unknown> = Promise.resolve()

/** Marks the time in which a code is checked and the token of before is still the stored one. */
export function verifying<T>(work: Promise<T>): Promise<T> {
  verification = work.catch(() => {})
  return work
}

/**
 * Sends a request that was refused without the second factor again with the new token: at once when
 * the session has another token by now, else after the dialog. Its caller sees only the last response.
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
