import { attachmentPath, shownFileName } from '@/domain/files/attachments.ts'
import { untilChecked } from '@/domain/files/until-checked.ts'
import { uploadAttachment } from '@/domain/files/upload.ts'
import type { Json } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

/** A file of a delivery or of evidence, as the order keeps it: `path` names an object in the bucket `attachments`. */
export type DeliveredFile = { path: string; name: string; type: string; size: number }

/** A file as a message has it. */
export type MessageFile = {
  file_url: string | null
  file_name: string | null
  file_type?: string | null
  file_size?: number | null
}

/** The file of a message as a list of none or one. */
export const fileOf = ({
  file_url,
  file_name,
  file_type,
  file_size,
}: MessageFile): DeliveredFile[] =>
  file_url
    ? [{ path: file_url, name: file_name ?? '', type: file_type ?? '', size: file_size ?? 0 }]
    : []

const isFile = (value: Json): value is DeliveredFile =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof value.path === 'string' &&
  typeof value.name === 'string'

export const filesOf = (files: Json): DeliveredFile[] =>
  Array.isArray(files) ? files.filter(isFile) : []

/** Finds where files are stored, once there are any. */
export type Folder = () => string | Promise<string>

/** The folder of the two sides' conversation, which nobody else may read. */
export const conversationWith =
  (otherId: string): Folder =>
  () =>
    unwrap(supabase.rpc('get_or_create_conversation', { other_profile_id: otherId }))

/** Where chosen files were stored. Pressed again, a form sends the same ones, and its request is known as the same. */
const storedAs = new WeakMap<File, DeliveredFile>()

/** The paths of chosen files whose upload began: it goes on when the form is sent again. */
const begunAs = new WeakMap<File, string>()

async function store(place: string, file: File, onProgress: (share: number) => void) {
  const known = storedAs.get(file)
  if (known?.path.startsWith(`${place}/`)) return known
  const before = begunAs.get(file)
  const path = before?.startsWith(`${place}/`)
    ? before
    : attachmentPath(place, crypto.randomUUID(), file.name)
  begunAs.set(file, path)
  const { size } = await uploadAttachment(path, file, onProgress)
  const stored = { path, name: shownFileName(file.name), type: file.type, size }
  storedAs.set(file, stored)
  return stored
}

export async function uploadFiles(
  folder: Folder,
  files: readonly File[],
  onProgress: (name: string, share: number) => void,
): Promise<DeliveredFile[]> {
  if (files.length === 0) return []
  const place = await folder()
  const uploaded: DeliveredFile[] = []
  for (const file of files)
    // One after the other: a phone's line carries one file at a time best.
    uploaded.push(await store(place, file, (share) => onProgress(file.name, share)))
  return uploaded
}

/** Uploads the files of a delivery and waits until they are checked; unchecked files cannot be delivered. */
export async function uploadWork(
  ...sent: Parameters<typeof uploadFiles>
): Promise<DeliveredFile[]> {
  const uploaded = await uploadFiles(...sent)
  await untilChecked(uploaded.map(({ path }) => path))
  return uploaded
}
