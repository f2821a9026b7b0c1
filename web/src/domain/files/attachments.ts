import { contentProblem, HEAD_BYTES } from '../../../../supabase/functions/_shared/file-content.ts'
import { HIDDEN_CHARACTERS } from '@/lib/hidden-characters.ts'
import { useTerms, videoMaxBytes } from '../use-terms.ts'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../vocabulary.generated.ts'

/** Checks a file before it is uploaded; returns the reason why it cannot be sent, or null. */
export async function attachmentProblem(
  file: Blob,
): Promise<'too_large' | 'video_too_large' | 'type' | 'content' | 'too_many_pixels' | null> {
  const isVideo = file.type.startsWith('video/')
  if (isVideo && file.size > videoMaxBytes(useTerms.getState())) return 'video_too_large'
  if (!isVideo && file.size > ATTACHMENT_MAX_BYTES) return 'too_large'
  if (!(ATTACHMENT_TYPES as readonly string[]).includes(file.type)) return 'type'
  // The dimensions of an image may be anywhere in the file, so all of it is read.
  const read = isImage(file.type) ? file : file.slice(0, HEAD_BYTES)
  return contentProblem('attachments', file.type, new Uint8Array(await read.arrayBuffer()))
}

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, 'gu')

/** File name for display, without invisible characters, which the database refuses. */
export function shownFileName(name: string): string {
  const shown = name
    .slice(-255)
    .replace(/\p{Zs}/gu, ' ')
    .replaceAll(HIDDEN, '')
    .trim()
  return shown || 'file'
}

/** The files of a paste; none if it has text and HTML, because office programs add a picture of the copied text. */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'types'>): File[] {
  const isText = data.types.includes('text/plain') && data.types.includes('text/html')
  return isText ? [] : [...data.files]
}

/** The file name extensions of each type, the usual one first. */
const ENDINGS: Record<(typeof ATTACHMENT_TYPES)[number], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov qt',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a mp4',
  'audio/ogg': 'ogg oga opus',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt log srt vtt',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

/** Name under which a file is saved: the sender's, with the extension of the checked type, so that no text is saved as a program. */
export function savedFileName(name: string, type: string): string {
  const known = ENDINGS[type.split(';')[0] as keyof typeof ENDINGS] ?? 'bin'
  const endings = known.split(' ')
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return endings.includes(ending) ? name : `${name}.${endings[0]}`
}

/** File name for a path in Storage: letters, digits and a few safe characters. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(-120)
  return clean || 'file'
}

export const isImage = (type: string | null) => type !== null && type.startsWith('image/')

export const attachmentPath = (folder: string, id: string, name: string) =>
  `${folder}/${id}/${safeFileName(name)}`
