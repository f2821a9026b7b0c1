// Compares databases in a separate thread, because a comparison would block the stack for a second.
import { plan, resolveProfile, supabaseProfile, type FactBase } from '@supabase/pg-delta'
import pg from 'pg'
import { parentPort } from 'node:worker_threads'
import type { Request, Response } from './planner.ts'

let source: { url: string; facts: Promise<FactBase> } | undefined

parentPort?.on('message', async ({ id, work }: Request) => {
  const response: Response = await perform(work).then(
    (actions) => ({ id, actions }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(response)
})

async function perform(work: Request['work']) {
  if (work.kind === 'read') {
    source = { url: work.source, facts: factsOf(work.source) }
    await source.facts
    return []
  }
  source ??= { url: work.source, facts: factsOf(work.source) }
  const [before, after] = await Promise.all([source.facts, factsOf(work.desired)])
  const { planOptions } = await profileOf(work.source)
  const { actions } = plan(before, after, { renames: 'off', ...planOptions })
  return actions
}

async function factsOf(url: string): Promise<FactBase> {
  return withPool(url, async (pool) => {
    const profile = await resolveProfile(pool, supabaseProfile)
    const { factBase } = await profile.extract(pool)
    return factBase
  })
}

const profileOf = (url: string) => withPool(url, (pool) => resolveProfile(pool, supabaseProfile))

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
