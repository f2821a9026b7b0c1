import { z } from 'zod'
import type { Claims, Tokens } from '../tokens.ts'
import {
  bodyTooLarge,
  fromDatabase,
  invalidRequest,
  noAuthorization,
  noRoute,
  noSuchBucket,
  tokenDenied,
} from './errors.ts'
import { openFiles } from './files.ts'
import { openLinks } from './links.ts'
import { openObjects, type Caller } from './objects.ts'
import type { Operation } from './operations.ts'
import { copy, move, relocateBody } from './relocate.ts'
import { info, render } from './rendering.ts'
import { requireKey, upload, type Target } from './upload.ts'

/** Who asks: the claims of a valid key or token, or why there are none. */
export type Visitor = Claims | 'unnamed' | 'refused'

export type Storage = {
  /** Answers a request under `/storage/v1`. */
  fetch(request: Request, visitor: Visitor): Promise<Response>
  stop(): Promise<void>
}

type Options = { databaseUrl: string; folder: string; tokens: Tokens; sizeLimit: string }
type Call = { request: Request; method: string; visitor: Visitor }

/** How long an upload link of Supabase works. */
const UPLOAD_LINK_S = 2 * 60 * 60
/** The Storage server deletes no more at once. */
const MOST_REMOVED = 1000

const signBody = z.object({
  expiresIn: z.number().int().positive(),
  paths: z.array(z.string()).optional(),
})
const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(MOST_REMOVED) })
const listBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().default(100),
  offset: z.number().int().default(0),
  search: z.string().default(''),
  sortBy: z
    .object({ column: z.string().default('name'), order: z.string().default('asc') })
    .prefault({}),
})

/** The part of Supabase Storage that the product uses, and what an attacker would try of it. */
export function startStorage({ databaseUrl, folder, tokens, sizeLimit }: Options): Storage {
  const objects = openObjects(databaseUrl)
  const files = openFiles(folder)
  const links = openLinks(tokens.jwtSecret)
  const services = { objects, files, sizeLimit }

  async function sign(caller: Caller, { bucket, name }: Target, seconds: number): Promise<string> {
    await objects.find(caller, bucket, name)
    const url = `${bucket}/${name}`
    return `/object/sign/${url}?token=${await links.sign({ url, scope: 'download' }, seconds)}`
  }

  async function signMany(caller: Caller, bucket: string, body: unknown): Promise<Response> {
    const { expiresIn, paths = [] } = parse(signBody, body)
    const error = 'Either the object does not exist or you do not have access to it'
    const signed = paths.map((path) =>
      sign(caller, { bucket, name: path }, expiresIn).then(
        (signedURL) => ({ error: null, path, signedURL }),
        () => ({ error, path, signedURL: null }),
      ),
    )
    return Response.json(await Promise.all(signed))
  }

  async function signUpload(caller: Caller, target: Target, isUpsert: boolean): Promise<Response> {
    const { bucket, name } = target
    requireKey(name)
    const owner = caller.claims.sub
    const row = { bucket_id: bucket, name, version: '1', user_metadata: null, metadata: {} }
    await objects.requireInsert(caller, { ...row, owner: owner ?? null }, isUpsert)
    const url = `${bucket}/${name}`
    const token = await links.sign(
      { url, scope: 'upload', upsert: isUpsert, ...(owner && { owner }) },
      UPLOAD_LINK_S,
    )
    return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
  }

  /** What needs no name: public files, and whatever a signed link opens. */
  async function openRoute({ request, method }: Call, first: string, target: Target) {
    const { bucket, name } = target
    const by = (operation: Operation): Caller => ({ claims: { role: 'service_role' }, operation })
    const token = new URL(request.url).searchParams.get('token') ?? ''
    if (first === 'public' && method === 'GET') {
      await requirePublic(bucket)
      return render(
        request,
        await objects.find(by('storage.object.get_public'), bucket, name),
        files,
      )
    }
    if (first === 'info' && method === 'GET' && bucket === 'public') {
      const [id = '', ...rest] = name.split('/')
      await requirePublic(id)
      const caller = by('storage.object.info_public')
      return info(await objects.find(caller, id, rest.join('/')))
    }
    if (first === 'sign' && method === 'GET') {
      await links.verify(token, 'download', `${bucket}/${name}`)
      return render(
        request,
        await objects.find(by('storage.object.get_signed'), bucket, name),
        files,
      )
    }
    if (first === 'upload' && method === 'PUT' && bucket === 'sign') {
      const [id = '', ...rest] = name.split('/')
      const { owner, upsert = false } = await links.verify(token, 'upload', name)
      const caller = by('storage.object.upload_signed')
      const place = { bucket: id, name: rest.join('/') }
      return upload(request, { ...place, caller, isUpsert: upsert, owner }, services)
    }
    return null
  }

  async function requirePublic(bucket: string) {
    const caller: Caller = { claims: { role: 'service_role' }, operation: 'storage.bucket.get' }
    if (!(await objects.bucket(caller, bucket)).public) throw noSuchBucket()
  }

  /** Everything that asks who the caller is, by its first word after `/object`. */
  async function namedRoute({ request, method, visitor }: Call, first: string, target: Target) {
    const by = callerOf(visitor)
    const { bucket, name } = target
    const isUpsert = request.headers.get('x-upsert') === 'true'
    switch (`${method} ${first}`) {
      case 'GET authenticated': {
        const caller = by('storage.object.get_authenticated')
        return render(request, await objects.find(caller, bucket, name), files)
      }
      case 'GET info': {
        const isLong = bucket === 'authenticated'
        const [id = '', ...rest] = isLong ? name.split('/') : [bucket, name]
        return info(await objects.find(by('object.get_authenticated_info'), id, rest.join('/')))
      }
      case 'POST copy': {
        const body = parse(relocateBody, await json(request))
        return copy({ caller: by('storage.object.copy'), body, isUpsert }, services)
      }
      case 'POST move': {
        const body = parse(relocateBody, await json(request))
        return move({ caller: by('storage.object.move'), body }, services)
      }
      case 'POST upload': {
        if (bucket !== 'sign') throw noRoute()
        const [id = '', ...rest] = name.split('/')
        const place = { bucket: id, name: rest.join('/') }
        return signUpload(by('storage.object.sign_upload_url'), place, isUpsert)
      }
      case 'POST sign': {
        const body = await json(request)
        if (name === '') return signMany(by('storage.object.sign_many'), bucket, body)
        const { expiresIn } = parse(signBody, body)
        const signedURL = await sign(by('storage.object.sign'), target, expiresIn)
        return Response.json({ signedURL })
      }
      case 'POST list': {
        const { sortBy, ...listing } = parse(listBody, await json(request))
        const caller = by('storage.object.list')
        return Response.json(await objects.list(caller, bucket, { ...listing, ...sortBy }))
      }
      default:
        return null
    }
  }

  async function plainRoute({ request, method, visitor }: Call, target: Target): Promise<Response> {
    const by = callerOf(visitor)
    const { bucket, name } = target
    switch (method) {
      case 'GET': {
        const caller = by('storage.object.get_authenticated')
        return render(request, await objects.find(caller, bucket, name), files)
      }
      case 'POST': {
        const isUpsert = request.headers.get('x-upsert') === 'true'
        return upload(
          request,
          { ...target, caller: by('storage.object.upload'), isUpsert },
          services,
        )
      }
      case 'PUT': {
        const caller = by('storage.object.upload_update')
        return upload(request, { ...target, caller, isUpsert: true }, services)
      }
      case 'DELETE':
        return remove(name === '' ? await json(request) : null, target, by)
      default:
        throw noRoute()
    }
  }

  async function remove(body: unknown, { bucket, name }: Target, by: (o: Operation) => Caller) {
    if (body === null) {
      const { version } = await objects.remove(by('storage.object.delete'), bucket, name)
      await files.remove(version)
      return Response.json({ message: 'Successfully deleted' })
    }
    const { prefixes } = parse(removeBody, body)
    const removed = await objects.removeMany(by('storage.object.delete_many'), bucket, prefixes)
    for (const { version } of removed) await files.remove(version)
    return Response.json(removed)
  }

  async function route(request: Request, visitor: Visitor): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/^\/storage\/v1\/?/, '')
    const [kind = '', first = '', second = '', ...rest] = path.split('/').map(decodeURIComponent)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const call: Call = { request, method, visitor }
    if (kind === 'bucket' && method === 'GET') {
      const by = callerOf(visitor)
      if (first) return Response.json(await objects.bucket(by('storage.bucket.get'), first))
      return Response.json(await objects.buckets(by('storage.bucket.list')))
    }
    if (kind !== 'object') throw noRoute()
    const inner = { bucket: second, name: rest.join('/') }
    return (
      (await openRoute(call, first, inner)) ??
      (await namedRoute(call, first, inner)) ??
      (await plainRoute(call, { bucket: first, name: [second, ...rest].join('/') }))
    )
  }

  return {
    fetch: (request, visitor) =>
      route(request, visitor).catch((error: unknown) => fromDatabase(error).toResponse()),
    stop: objects.close,
  }
}

function callerOf(visitor: Visitor): (operation: Operation) => Caller {
  if (visitor === 'unnamed') throw noAuthorization()
  if (visitor === 'refused') throw tokenDenied()
  return (operation) => ({ claims: visitor, operation })
}

/** As large as Supabase's storage server takes it. */
const LARGEST_JSON = 1024 * 1024

async function json(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > LARGEST_JSON) throw bodyTooLarge()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw invalidRequest('Body is not valid JSON')
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidRequest(z.prettifyError(result.error))
}
