import { attachmentPath } from '@/domain/files/attachments.ts'
import { uploadAttachment } from '@/domain/files/upload.ts'
import type { Json } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/errors.ts'
import { supabase } from '@/lib/supabase.ts'

/** A file of a delivery or of evidence, as the order keeps it: `path` names an object in the bucket `attachments`. */
export type DeliveredFile = { path: string; name: string; type: string; size: number }

const isFile = (value: Json): value is DeliveredFile =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof value.path === 'string' &&
  typeof value.name === 'string'

export const filesOf = (files: Json): DeliveredFile[] =>
  Array.isArray(files) ? files.filter(isFile) : []

/** The files lie with the conversation of the two sides, which alone may read them. */
export async function uploadFiles(
  otherId: string,
  files: readonly File[],
  onProgress: (name: string, share: number) => void,
): Promise<DeliveredFile[]> {
  if (files.length === 0) return []
  const conversation = await unwrap(
    supabase.rpc('get_or_create_conversation', { other_profile_id: otherId }),
  )
  const uploaded: DeliveredFile[] = []
  for (const file of files) {
    const path = attachmentPath(conversation, crypto.randomUUID(), file.name)
    // One after the other: a phone's line carries one file at a time best.
    await uploadAttachment(path, file, (share) => onProgress(file.name, share))
    uploaded.push({ path, name: file.name.slice(-255), type: file.type, size: file.size })
  }
  return uploaded
}
