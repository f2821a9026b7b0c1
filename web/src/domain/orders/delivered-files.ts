import { attachmentPath, shownFileName } from '@/domain/files/attachments.ts'
import { untilChecked } from '@/domain/files/until-checked.ts'
import { uploadAttachment } from '@/domain/files/upload.ts'
import type { Json } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

/** A file of a delivery or of evidence, as the order keeps it: `path` names an object in the bucket `attachments`. */
export type DeliveredFile = { path: string; name: string; type: string; size: number }

/** The columns of a message about its file. */
export type MessageFile = {
  file_url: string | null
  file_name: string | null
  file_type?: string | null
  file_size?: number | null
}

/** The message's file as a list with one entry, or none. */
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

/** Returns the folder for uploads, or finds it once there are files. */
export type Folder = () => string | Promise<string>

/** The folder of the conversation between the two sides; nobody else may read it. */
export const conversationWith =
  (otherId: string): Folder =>
  () =>
    unwrap(supabase.rpc('get_or_create_conversation', { other_profile_id: otherId }))

/** The stored file for each chosen file, so that a form that is sent again contains the same paths as before. */
const storedAs = new WeakMap<File, DeliveredFile>()

/** The path of each upload that has begun, so that a form that is sent again continues the upload. */
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
    // Files are uploaded one after the other, because a phone's connection uploads a single file best.
    uploaded.push(await store(place, file, (share) => onProgress(file.name, share)))
  return uploaded
}

/** Uploads the files of a delivery and waits for their check, because unchecked files cannot be delivered. */
export async function uploadWork(
  ...sent: Parameters<typeof uploadFiles>
): Promise<DeliveredFile[]> {
  const uploaded = await uploadFiles(...sent)
  await untilChecked(uploaded.map(({ path }) => path))
  return uploaded
}
