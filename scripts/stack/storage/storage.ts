import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Claims, Tokens } from '../tokens.ts'
import { fromDatabase, invalidRequest, invalidToken, noRoute, noSuchBucket } from './errors.ts'
import { openFiles } from './files.ts'
import { openObjects, type StoredObject } from './objects.ts'
import { upload } from './upload.ts'

export type Storage = {
  /** Answers a request under `/storage/v1` in the name of `claims`. */
  fetch(request: Request, claims: Claims): Promise<Response>
  stop(): Promise<void>
}

type Options = { databaseUrl: string; folder: string; tokens: Tokens; sizeLimit: string }

const signBody = z.object({
  expiresIn: z.number().int().positive(),
  paths: z.array(z.string()).optional(),
})
const removeBody = z.object({ prefixes: z.array(z.string()).min(1) })
const listBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().default(100),
  offset: z.number().int().default(0),
  search: z.string().default(''),
  sortBy: z
    .object({ column: z.string().default('name'), order: z.string().default('asc') })
    .prefault({}),
})

/** The part of Supabase Storage that the product uses, over the same tables and policies. */
export function startStorage({ databaseUrl, folder, tokens, sizeLimit }: Options): Storage {
  const objects = openObjects(databaseUrl)
  const files = openFiles(folder)
  const key = new TextEncoder().encode(tokens.jwtSecret)

  function serve(request: Request, object: StoredObject): Response {
    const { eTag, mimetype, cacheControl, size, lastModified } = object.metadata
    const headers = new Headers({
      etag: eTag,
      'cache-control': cacheControl,
      'last-modified': new Date(lastModified).toUTCString(),
      // A stranger's file is looked at, never run in our origin.
      'content-type': mimetype.startsWith('text/html') ? 'text/plain' : mimetype,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const download = new URL(request.url).searchParams.get('download')
    if (download !== null) {
      const fileName = encodeURIComponent(download || object.name.split('/').at(-1) || 'file')
      headers.set('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    }
    if (request.headers.get('if-none-match') === eTag)
      return new Response(null, { status: 304, headers })
    headers.set('content-length', String(size))
    return new Response(request.method === 'HEAD' ? null : files.read(object.version), { headers })
  }

  async function sign(
    bucket: string,
    name: string,
    seconds: number,
    claims: Claims,
  ): Promise<string> {
    await objects.find(claims, bucket, name)
    const token = await tokens.sign({ url: `${bucket}/${name}` }, seconds)
    return `/object/sign/${bucket}/${name}?token=${token}`
  }

  async function signMany(bucket: string, body: unknown, claims: Claims): Promise<Response> {
    const { expiresIn, paths = [] } = parse(signBody, body)
    const signed = paths.map(async (path) => {
      try {
        return { error: null, path, signedURL: await sign(bucket, path, expiresIn, claims) }
      } catch {
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        }
      }
    })
    return Response.json(await Promise.all(signed))
  }

  async function openSigned(request: Request, bucket: string, name: string): Promise<Response> {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const payload = await jwtVerify(token, key, { algorithms: ['HS256'] }).then(
      (verified) => verified.payload,
      (error: unknown) => {
        throw invalidToken(error instanceof Error ? error.message : 'invalid token')
      },
    )
    if (payload.url !== `${bucket}/${name}`) throw invalidToken('The token is for another object')
    return serve(request, await objects.findAnyhow(bucket, name))
  }

  async function openPublic(request: Request, bucket: string, name: string): Promise<Response> {
    if (!(await objects.bucket(bucket)).public) throw noSuchBucket()
    return serve(request, await objects.findAnyhow(bucket, name))
  }

  async function remove(bucket: string, names: string[], claims: Claims): Promise<StoredObject[]> {
    const removed = await objects.remove(claims, bucket, names)
    for (const { version } of removed) await files.remove(version)
    return removed
  }

  async function route(request: Request, claims: Claims): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/^\/storage\/v1\/?/, '')
    const [kind = '', ...parts] = path.split('/').map(decodeURIComponent)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (kind === 'bucket' && method === 'GET') {
      const [id] = parts
      return Response.json(id ? await objects.bucket(id) : await objects.buckets(claims))
    }
    if (kind !== 'object') throw noRoute()
    const [first = '', second = '', ...rest] = parts
    const inner = { bucket: second, name: rest.join('/') }
    const outer = { bucket: first, name: [second, ...rest].join('/') }

    switch (`${method} ${first}`) {
      case 'GET public':
        return openPublic(request, inner.bucket, inner.name)
      case 'GET sign':
        return openSigned(request, inner.bucket, inner.name)
      case 'GET authenticated':
        return serve(request, await objects.find(claims, inner.bucket, inner.name))
      case 'GET info':
        return Response.json(info(await objects.find(claims, inner.bucket, inner.name)))
      case 'POST sign': {
        const body: unknown = await request.json()
        if (inner.name === '') return signMany(inner.bucket, body, claims)
        const { expiresIn } = parse(signBody, body)
        return Response.json({ signedURL: await sign(inner.bucket, inner.name, expiresIn, claims) })
      }
      case 'POST list': {
        const { sortBy, ...listing } = parse(listBody, await request.json())
        return Response.json(await objects.list(claims, inner.bucket, { ...listing, ...sortBy }))
      }
    }

    const services = { objects, files, sizeLimit }
    switch (method) {
      case 'GET':
        return serve(request, await objects.find(claims, outer.bucket, outer.name))
      case 'POST': {
        const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
        return upload(request, { ...outer, claims, mode }, services)
      }
      case 'PUT':
        return upload(request, { ...outer, claims, mode: 'update' }, services)
      case 'DELETE': {
        if (outer.name === '') {
          const { prefixes } = parse(removeBody, await request.json())
          return Response.json(await remove(outer.bucket, prefixes, claims))
        }
        await remove(outer.bucket, [outer.name], claims)
        return Response.json({ message: 'Successfully deleted' })
      }
      default:
        throw noRoute()
    }
  }

  return {
    fetch: (request, claims) =>
      route(request, claims).catch((error: unknown) => fromDatabase(error).toResponse()),
    stop: objects.close,
  }
}

function info({
  id,
  bucket_id,
  name,
  version,
  metadata,
  user_metadata,
  created_at,
  updated_at,
}: StoredObject) {
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidRequest(z.prettifyError(result.error))
}
