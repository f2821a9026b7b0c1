import { contentProblem, HEAD_BYTES } from '../../../../supabase/functions/_shared/file-content.ts'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../vocabulary.generated.ts'

/** Why a file cannot be sent, before any of it is; null when it can. */
export async function attachmentProblem(
  file: Blob,
): Promise<'too_large' | 'type' | 'content' | 'too_many_pixels' | null> {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'too_large'
  if (!(ATTACHMENT_TYPES as readonly string[]).includes(file.type)) return 'type'
  // The size of a picture may stand anywhere in it.
  const read = isImage(file.type) ? file : file.slice(0, HEAD_BYTES)
  return contentProblem('attachments', file.type, new Uint8Array(await read.arrayBuffer()))
}

/** The file's own name as others read it: the market refuses characters that cannot be seen. */
export function shownFileName(name: string): string {
  const shown = name
    .slice(-255)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD]/gu, '')
    .trim()
  return shown || 'file'
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
