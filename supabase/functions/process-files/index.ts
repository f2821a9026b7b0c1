import { requireService, serviceClient } from '../_shared/clients.ts'
import { requiredSetting, secretKey } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { endpoint } from '../_shared/serve.ts'
import { inspectFiles, removeFiles, type Queues, type Storage } from './files.ts'
import { readFile } from './read.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

// Called by the scheduler: looks at new files and removes unwanted ones.
Deno.serve(
  endpoint('process-files', async (request, notes) => {
    requireService(request)
    const until = Date.now() + LONGEST_MS
    const log = (fault: string) => {
      notes.lastFault = withoutSecrets(fault)
    }
    const inspected = await inspectFiles(queues(), storage(), until, log)
    const removed = await removeFiles(queues(), storage(), until, log)
    const counts = { ...inspected, ...removed, failed: inspected.failed + removed.failed }
    Object.assign(notes, counts)
    return counts
  }),
)

function queues(): Queues {
  const client = serviceClient()
  return {
    claimInspections: async (batch) =>
      dataOf(await client.rpc('claim_file_inspections', { batch })),
    async record({ bucket_id, name, version }, verdict) {
      dataOf(await client.rpc('record_file_inspection', { bucket_id, name, version, ...verdict }))
    },
    claimRemovals: async (batch) => dataOf(await client.rpc('claim_file_removals', { batch })),
    markRemoved: async (id) => void dataOf(await client.rpc('mark_file_removed', { id })),
  }
}

function storage(): Storage {
  const api = `${requiredSetting('SUPABASE_URL')}/storage/v1/object/authenticated`
  const key = secretKey()
  return {
    read: (bucket, name) => readFile(`${api}/${bucket}`, name, key),
    async remove(bucket, name) {
      const { error } = await serviceClient().storage.from(bucket).remove([name])
      if (error) throw new Error(`Storage did not remove ${bucket}/${name}: ${error.message}`)
    },
  }
}
