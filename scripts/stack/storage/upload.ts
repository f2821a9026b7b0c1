import { createHash, randomUUID } from 'node:crypto'
import { bytes } from '../config.ts'
import { invalidKey, invalidRequest, tooLarge, wrongType } from './errors.ts'
import type { Files } from './files.ts'
import type { Links } from './links.ts'
import type { Bucket, Caller, Metadata, Objects } from './objects.ts'

export type Services = { objects: Objects; files: Files; links: Links; sizeLimit: string }
export type Target = { bucket: string; name: string }

type Upload = {
  content: Uint8Array
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

// Characters that S3 and Supabase accept in a key.
const validKey = /^[\w/!\-.*'() &$@=;:+,?]+$/
// Greatest size of the boundaries and fields around the file in a multipart body.
const ENVELOPE = 64 * 1024

export function requireKey(name: string): void {
  if (!validKey.test(name)) throw invalidKey(name)
}

/** Handles an upload in the order of the storage server: limits of the bucket, the caller's right, the bytes. */
export async function upload(
  request: Request,
  target: Target & { caller: Caller; isUpsert: boolean },
  services: Services,
): Promise<Response> {
  const { objects, files, sizeLimit } = services
  const { name, caller, isUpsert } = target
  requireKey(name)
  const bucket = await objects.bucketAnyhow(caller, target.bucket)
  const limit = Math.min(bytes(sizeLimit), Number(bucket.file_size_limit ?? Infinity))
  const { content, type, cacheControl, userMetadata } = await read(request, limit)
  if (content.length > limit) throw tooLarge()
  if (!isAllowed(type, bucket)) throw wrongType(type)
  const owner = caller.claims.sub ?? null
  const row = { bucket_id: bucket.id, name, user_metadata: userMetadata, owner }
  const claimed = { mimetype: type, contentLength: content.length }
  await objects.requireInsert(caller, { ...row, version: '1', metadata: claimed }, isUpsert)

  const version = randomUUID()
  const md5 = createHash('md5').update(content).digest('hex')
  const metadata = metadataOf({ md5, size: content.length, type, cacheControl })
  await files.write(version, content)
  try {
    const { object, replaced } = await objects.write(caller, { ...row, version, metadata })
    if (replaced) await files.remove(replaced)
    return Response.json({ Id: object.id, Key: `${bucket.id}/${name}` })
  } catch (error) {
    await files.remove(version)
    throw error
  }
}

type Stored = { md5: string; size: number; type: string; cacheControl: string }

/** The metadata of a stored file, as the storage server writes it. */
export const metadataOf = ({ md5, size, type, cacheControl }: Stored): Metadata => ({
  eTag: `"${md5}"`,
  size,
  mimetype: type,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
})

async function read(request: Request, limit: number): Promise<Upload> {
  const body = await readBody(request, limit + ENVELOPE)
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  if (!contentType.startsWith('multipart/form-data')) {
    return {
      content: body,
      type: contentType,
      cacheControl: request.headers.get('cache-control') ?? 'no-cache',
      userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
    }
  }
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw invalidRequest('No content provided')
    })
  // The name of the form field is ignored: supabase-js sends the file under an empty name, other clients under any.
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw invalidRequest('No content provided')
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  const type = form.get('contentType')
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    type: (typeof type === 'string' && type) || file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseMetadata(typeof metadata === 'string' ? metadata : null),
  }
}

/** Reads a body, and stops at the limit even if the stated length is smaller. */
async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Whether a bucket allows a type. As in the storage server, `text/plain; charset=utf-8` is not `text/plain`. */
export function isAllowed(type: string, { allowed_mime_types: allowed }: Bucket): boolean {
  if (!allowed || allowed.length === 0) return true
  return allowed.some(
    (pattern) =>
      pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
  )
}

function decodeBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString()
}

export function parseMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw invalidRequest('Invalid metadata')
  }
}
