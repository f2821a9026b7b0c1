import { create } from 'zustand'
import type { Fetch } from './fetch.ts'

/** The one dialog that asks for the second factor; shown by `StepUpDialog`. */
export const useStepUp = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let waiting: { answer: Promise<boolean>; settle: (done: boolean) => void } | null = null

/** Asks once, however many acts wait for it. True when the code was right. */
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

/** No code was given in this session, or too long ago for this act. */
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
 * A request that is refused for want of a second factor waits while it is asked for, and is sent
 * again with the new token: its caller sees only the second response.
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
