import { z } from 'zod'
import { json, parse } from './bodies.ts'
import { noAuthorization, noRoute, tokenDenied } from './errors.ts'
import type { Caller } from './objects.ts'
import type { Operation } from './operations.ts'
import { info, render } from './rendering.ts'
import type { Call, Visitor } from './storage.ts'
import { upload, type Services, type Target } from './upload.ts'

const signBody = z.object({
  expiresIn: z.number().int().positive(),
  paths: z.array(z.string()).optional(),
})

/** The route that makes a signed link, which opens one object. */
async function sign(
  { objects, links }: Services,
  caller: Caller,
  { bucket, name }: Target,
  seconds: number,
): Promise<string> {
  await objects.find(caller, bucket, name)
  const url = `${bucket}/${name}`
  return `/object/sign/${url}?token=${await links.sign(url, seconds)}`
}

async function signMany(
  services: Services,
  caller: Caller,
  bucket: string,
  body: unknown,
): Promise<Response> {
  const { expiresIn, paths = [] } = parse(signBody, body)
  const error = 'Either the object does not exist or you do not have access to it'
  const signed = paths.map((path) =>
    sign(services, caller, { bucket, name: path }, expiresIn).then(
      (signedURL) => ({ error: null, path, signedURL }),
      () => ({ error, path, signedURL: null }),
    ),
  )
  return Response.json(await Promise.all(signed))
}

/** The most objects in one request to delete, as in the storage server. */
const MOST_REMOVED = 1000

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

/** The routes that need to know the caller, by the first word after `/object`. */
export async function namedRoute(
  { request, method, visitor }: Call,
  first: string,
  target: Target,
  services: Services,
) {
  const { objects, files } = services
  const by = callerOf(visitor)
  const { bucket, name } = target
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
    // These routes are not implemented, and answer as an unknown route.
    case 'POST copy':
    case 'POST move':
    case 'POST upload':
      throw noRoute()
    case 'POST sign': {
      const body = await json(request)
      if (name === '') return signMany(services, by('storage.object.sign_many'), bucket, body)
      const { expiresIn } = parse(signBody, body)
      const signedURL = await sign(services, by('storage.object.sign'), target, expiresIn)
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

/** The routes that address an object by bucket and name only. */
export async function plainRoute(
  { request, method, visitor }: Call,
  target: Target,
  services: Services,
): Promise<Response> {
  const { objects, files } = services
  const by = callerOf(visitor)
  const { bucket, name } = target
  switch (method) {
    case 'GET': {
      const caller = by('storage.object.get_authenticated')
      return render(request, await objects.find(caller, bucket, name), files)
    }
    case 'POST': {
      const isUpsert = request.headers.get('x-upsert') === 'true'
      return upload(request, { ...target, caller: by('storage.object.upload'), isUpsert }, services)
    }
    case 'PUT': {
      const caller = by('storage.object.upload_update')
      return upload(request, { ...target, caller, isUpsert: true }, services)
    }
    case 'DELETE':
      return remove(name === '' ? await json(request) : null, target, by, services)
    default:
      throw noRoute()
  }
}

async function remove(
  body: unknown,
  { bucket, name }: Target,
  by: (operation: Operation) => Caller,
  { objects, files }: Services,
) {
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

export function callerOf(visitor: Visitor): (operation: Operation) => Caller {
  if (visitor === 'unnamed') throw noAuthorization()
  if (visitor === 'refused') throw tokenDenied()
  return (operation) => ({ claims: visitor, operation })
}
