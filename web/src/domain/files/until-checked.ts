import { read, unwrap } from '@/lib/api/supabase.ts'

const CHECK_AGAIN_MS = 1000
const MOST_CHECKS = 60

/** Waits for the check of uploaded files. If a file is rejected or not checked in time, the database refuses the delivery. */
export async function untilChecked(paths: string[]): Promise<void> {
  for (let count = 0; count < MOST_CHECKS && paths.length > 0; count++) {
    const verdicts = await unwrap(read('file_verdicts', { paths }))
    if (!verdicts.some(({ status }) => status === 'waiting')) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS))
  }
}
