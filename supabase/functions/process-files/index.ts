import type { SupabaseClient } from '@supabase/supabase-js'
import { requiredSetting, secretKey } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { inspectFiles, removeFiles, type Queues, type Storage } from './files.ts'
import { readFile } from './read.ts'

// Checks the content of new files, and removes the files that are queued for removal.
Deno.serve(
  scheduled('process-files', async (client, until, log) => {
    const inspected = await inspectFiles(queuesOf(client), storageOf(client), until, log)
    const removed = await removeFiles(queuesOf(client), storageOf(client), until, log)
    return { ...inspected, ...removed, failed: inspected.failed + removed.failed }
  }),
)

function queuesOf(client: SupabaseClient): Queues {
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

function storageOf(client: SupabaseClient): Storage {
  const api = `${requiredSetting('SUPABASE_URL')}/storage/v1/object/authenticated`
  const key = secretKey()
  return {
    read: (bucket, name) => readFile(`${api}/${bucket}`, name, key),
    async remove(bucket, name) {
      const { error } = await client.storage.from(bucket).remove([name])
      if (error) throw new Error(`Storage did not remove ${bucket}/${name}: ${error.message}`)
    },
  }
}
