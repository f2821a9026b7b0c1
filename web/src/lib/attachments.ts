import { queryOptions } from '@tanstack/react-query'
import { ATTACHMENT_MAX_BYTES } from './constants.ts'
import { supabase } from './supabase.ts'

/** As the bucket allows them; the storage has the last word. */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'application/pdf',
  'application/zip',
  'text/plain',
  'text/csv',
  'text/markdown',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
]

/** Why a file cannot be sent, before any of it is; null when it can. */
export function attachmentProblem(file: Pick<File, 'size' | 'type'>): 'too_large' | 'type' | null {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'too_large'
  return ATTACHMENT_TYPES.includes(file.type) ? null : 'type'
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

const SIGNED_FOR_S = 3600

/** A private file is reached by an address that works for an hour. */
export const signedUrlQuery = (path: string) =>
  queryOptions({
    queryKey: ['attachments', path],
    staleTime: (SIGNED_FOR_S - 300) * 1000,
    gcTime: SIGNED_FOR_S * 1000,
    meta: { silent: true },
    queryFn: async () => {
      const { data, error } = await supabase.storage
        .from('attachments')
        .createSignedUrl(path, SIGNED_FOR_S)
      if (error) throw error
      return data.signedUrl
    },
  })
