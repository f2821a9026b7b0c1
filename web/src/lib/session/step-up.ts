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

/**
 * Asks for the second factor when a request is refused without it, and sends the request again with
 * the new token. Its caller sees only the second response.
 */
export function withFactor(send: Fetch, freshToken: () => Promise<string | null>): Fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!(await needsFactor(response)) || !(await askForFactor())) return response
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${await freshToken()}`)
    return send(input, { ...init, headers })
  }
}
