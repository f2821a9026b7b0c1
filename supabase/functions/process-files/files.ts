import { contentOf, HEAD_BYTES, isContentOf } from '../_shared/file-content.ts'

export type Waiting = { bucket_id: string; name: string; version: string; claimed_type: string }
export type Unwanted = { id: number; bucket_id: string; name: string }

/** The queues as the database keeps them. What is claimed and not reported comes back later. */
export type Queues = {
  claimInspections(batch: number): Promise<Waiting[]>
  record(file: Waiting, found: string, isFine: boolean): Promise<void>
  claimRemovals(batch: number): Promise<Unwanted[]>
  markRemoved(id: number): Promise<void>
}
export type Storage = {
  /** The beginning of a file; null when it is gone. */
  head(bucket: string, name: string, bytes: number): Promise<Uint8Array | null>
  /** Succeeds also when there is no such file. */
  remove(bucket: string, name: string): Promise<void>
}
type Log = (fault: string) => void

const BATCH = 20

/** Reads the beginning of each new file and decides whether it has the claimed type. */
export async function inspectFiles(queues: Queues, storage: Storage, until: number, log: Log) {
  const counts = { fine: 0, rejected: 0 }
  const claim = () => queues.claimInspections(BATCH)
  const failed = await workOff(claim, until, log, async (file) => {
    const head = await storage.head(file.bucket_id, file.name, HEAD_BYTES)
    if (!head) return
    const isFine = isContentOf(file.claimed_type, head)
    await queues.record(file, contentOf(head), isFine)
    counts[isFine ? 'fine' : 'rejected'] += 1
  })
  return { ...counts, failed }
}

/** Removes the files in the queue of removals. */
export async function removeFiles(queues: Queues, storage: Storage, until: number, log: Log) {
  let removed = 0
  const claim = () => queues.claimRemovals(BATCH)
  const failed = await workOff(claim, until, log, async (file) => {
    await storage.remove(file.bucket_id, file.name)
    await queues.markRemoved(file.id)
    removed += 1
  })
  return { removed, failed }
}

/** Processes batch after batch; failures stay in the queue and do not block others. Returns the number of successes. */
async function workOff<T>(
  claim: () => Promise<T[]>,
  until: number,
  log: Log,
  work: (item: T) => Promise<void>,
): Promise<number> {
  let failed = 0
  while (Date.now() < until) {
    const items = await claim()
    if (items.length === 0) break
    for (const item of items) {
      await work(item).catch((error: unknown) => {
        failed += 1
        log(error instanceof Error ? error.message : String(error))
      })
    }
  }
  return failed
}
