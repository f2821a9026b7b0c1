import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { messageOf } from '../_shared/errors.ts'
import { contentOf, contentProblem, HEAD_BYTES } from '../_shared/file-content.ts'

export type Waiting = { bucket_id: string; name: string; version: string; claimed_type: string }
export type Unwanted = { id: number; bucket_id: string; name: string }

export type Verdict = { found_type: string; is_fine: boolean; sha256: string }

/** The database's queues of files. A file that was claimed and never reported is handed out again later. */
export type Queues = {
  claimInspections(batch: number): Promise<Waiting[]>
  record(file: Waiting, verdict: Verdict): Promise<void>
  claimRemovals(batch: number): Promise<Unwanted[]>
  markRemoved(id: number): Promise<void>
}
export type Storage = {
  /** Reads a whole file, chunk by chunk; fails when Storage does not have it. */
  read(bucket: string, name: string): Promise<AsyncIterable<Uint8Array>>
  /** Succeeds also when there is no such file. */
  remove(bucket: string, name: string): Promise<void>
}
type Log = (fault: string) => void

const BATCH = 20

/** Reads each new file, decides whether it has the claimed type and notes its hash. */
export async function inspectFiles(queues: Queues, storage: Storage, until: number, log: Log) {
  const counts = { fine: 0, rejected: 0 }
  const claim = () => queues.claimInspections(BATCH)
  const failed = await workOff(claim, until, log, async (file) => {
    const { content, sha256 } = await look(
      await storage.read(file.bucket_id, file.name),
      file.claimed_type.startsWith('image/') ? Infinity : HEAD_BYTES,
    )
    const problem = contentProblem(file.bucket_id, file.claimed_type, content)
    const found_type = problem === 'too_many_pixels' ? problem : contentOf(content)
    await queues.record(file, { found_type, is_fine: !problem, sha256 })
    counts[problem ? 'rejected' : 'fine'] += 1
  })
  return { ...counts, failed }
}

/** The hash of a file and its first `most` bytes. The whole of a video would not fit into a function's memory. */
async function look(file: AsyncIterable<Uint8Array>, most: number) {
  const hash = createHash('sha256')
  const kept: Uint8Array[] = []
  let size = 0
  for await (const piece of file) {
    hash.update(piece)
    if (size < most) kept.push(piece)
    size += piece.length
  }
  return { content: new Uint8Array(Buffer.concat(kept)), sha256: hash.digest('hex') }
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

/** Processes batch after batch; failures stay in the queue and do not block others. Returns the number of failures. */
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
        log(messageOf(error))
      })
    }
  }
  return failed
}
