import { createHash, randomUUID } from 'node:crypto'
import { bytes } from '../config.ts'
import type { Claims } from '../tokens.ts'
import { fromDatabase, invalidKey, invalidRequest, tooLarge, wrongType } from './errors.ts'
import type { Files } from './files.ts'
import type { Bucket, Objects } from './objects.ts'

type Upload = {
  content: Uint8Array
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

// What S3 and Supabase accept in a key.
const validKey = /^[\w/!\-.*'() &$@=;:+,?]+$/
// Boundaries and fields of a multipart body around the file.
const ENVELOPE = 64 * 1024

export async function upload(
  request: Request,
  target: { bucket: string; name: string; claims: Claims; mode: 'create' | 'upsert' | 'update' },
  { objects, files, sizeLimit }: { objects: Objects; files: Files; sizeLimit: string },
): Promise<Response> {
  const { name, claims, mode } = target
  if (!validKey.test(name)) throw invalidKey(name)
  const bucket = await objects.bucket(target.bucket)
  const limit = Math.min(bytes(sizeLimit), Number(bucket.file_size_limit ?? Infinity))
  if (Number(request.headers.get('content-length') ?? 0) > limit + ENVELOPE) throw tooLarge()
  const { content, type, cacheControl, userMetadata } = await read(request)
  if (content.length > limit) throw tooLarge()
  if (!isAllowed(type, bucket)) throw wrongType(type)
  const version = randomUUID()
  const metadata = {
    eTag: `"${createHash('md5').update(content).digest('hex')}"`,
    size: content.length,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: content.length,
    httpStatusCode: 200,
  }
  await files.write(version, content)
  try {
    const row = { bucket_id: bucket.id, name, version, metadata, user_metadata: userMetadata }
    const { id, replaced } = await objects.write(claims, row, mode)
    if (replaced) await files.remove(replaced)
    return Response.json({ Id: id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await files.remove(version)
    throw fromDatabase(error)
  }
}

async function read(request: Request): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  if (!contentType.startsWith('multipart/form-data')) {
    return {
      content: new Uint8Array(await request.arrayBuffer()),
      type: contentType,
      cacheControl: request.headers.get('cache-control') ?? 'no-cache',
      userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
    }
  }
  const form = await request.formData()
  // supabase-js sends the file under an empty name, others under one of their choice.
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw invalidRequest('No file in the body')
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    type: file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseMetadata(typeof metadata === 'string' ? metadata : null),
  }
}

function isAllowed(type: string, { allowed_mime_types: allowed }: Bucket): boolean {
  if (!allowed || allowed.length === 0) return true
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return allowed.some(
    (pattern) =>
      pattern === plain || (pattern.endsWith('/*') && plain.startsWith(pattern.slice(0, -1))),
  )
}

function decodeBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString()
}

function parseMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw invalidRequest('Invalid metadata')
  }
}
