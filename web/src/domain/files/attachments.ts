import { HEAD_BYTES, isContentOf } from '../../../../supabase/functions/_shared/file-content.ts'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../vocabulary.generated.ts'

/** Why a file cannot be sent, before any of it is; null when it can. */
export async function attachmentProblem(
  file: Blob,
): Promise<'too_large' | 'type' | 'content' | null> {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'too_large'
  if (!(ATTACHMENT_TYPES as readonly string[]).includes(file.type)) return 'type'
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return isContentOf(file.type, head) ? null : 'content'
}

/** The file's own name, without what a path or the storage could take for something else. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(-120)
  return clean || 'file'
}

export const isImage = (type: string | null) => type !== null && type.startsWith('image/')

export const attachmentPath = (conversationId: string, id: string, name: string) =>
  `${conversationId}/${id}/${safeFileName(name)}`
