import type { Action } from '@supabase/pg-delta'
import { Worker } from 'node:worker_threads'

export type Request = {
  id: number
  work: { kind: 'read'; source: string } | { kind: 'plan'; source: string; desired: string }
}
export type Response = { id: number; actions?: Action[]; error?: string }

export type Planner = {
  /** Reads the database to be changed in advance, for the next plan. */
  read(source: string): Promise<void>
  /** Computes the changes that turn one database into the other. */
  plan(source: string, desired: string): Promise<Action[]>
  stop(): Promise<void>
}

/** Runs pg-delta in a worker thread. */
export function startPlanner(): Planner {
  const worker = new Worker(new URL('./planner-worker.ts', import.meta.url))
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<Action[]>>()
  let last = 0
  worker.on('message', ({ id, actions, error }: Response) => {
    const request = waiting.get(id)
    waiting.delete(id)
    if (actions) request?.resolve(actions)
    else request?.reject(new Error(error))
  })
  worker.on('error', (error) => {
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  })

  function ask(work: Request['work']): Promise<Action[]> {
    const request = Promise.withResolvers<Action[]>()
    waiting.set((last += 1), request)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id: last, work } satisfies Request)
    return request.promise
  }

  return {
    read: async (source) => void (await ask({ kind: 'read', source })),
    plan: (source, desired) => ask({ kind: 'plan', source, desired }),
    stop: async () => void (await worker.terminate()),
  }
}
