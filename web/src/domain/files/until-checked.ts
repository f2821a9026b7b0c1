import { read, unwrap } from '@/lib/api/supabase.ts'

const LOOK_AGAIN_MS = 1000
const MOST_LOOKS = 60

/** Waits for the check of uploaded files. If a file is rejected or not checked in time, the database refuses the delivery. */
export async function untilChecked(paths: string[]): Promise<void> {
  for (let look = 0; look < MOST_LOOKS && paths.length > 0; look++) {
    const verdicts = await unwrap(read('file_verdicts', { paths }))
    if (!verdicts.some(({ status }) => status === 'waiting')) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
