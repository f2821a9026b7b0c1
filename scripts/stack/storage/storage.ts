import type { Claims, Tokens } from '../tokens.ts'
import { fromDatabase, noRoute } from './errors.ts'
import { openFiles } from './files.ts'
import { openLinks } from './links.ts'
import { callerOf, namedRoute, plainRoute } from './named-routes.ts'
import { openObjects } from './objects.ts'
import { openRoute } from './open-routes.ts'
import { openResumable } from './resumable.ts'
import type { Services } from './upload.ts'

/** The sender of a request: the claims of a valid key or token, or why there are none. */
export type Visitor = Claims | 'unnamed' | 'refused'

export type Storage = {
  /** Handles a request under `/storage/v1`. */
  fetch(request: Request, visitor: Visitor): Promise<Response>
  stop(): Promise<void>
}

type Options = { databaseUrl: string; folder: string; tokens: Tokens; sizeLimit: string }
export type Call = { request: Request; method: string; visitor: Visitor }

/** Imitates Supabase Storage; README.md lists the supported part. */
export function startStorage({ databaseUrl, folder, tokens, sizeLimit }: Options): Storage {
  const objects = openObjects(databaseUrl)
  const services: Services = {
    objects,
    files: openFiles(folder),
    links: openLinks(tokens.jwtSecret),
    sizeLimit,
  }

  const resumable = openResumable(services, folder)

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
    if (kind === 'upload' && first === 'resumable' && second !== 'sign')
      return resumable(request, visitor)
    if (kind !== 'object') throw noRoute()
    const inner = { bucket: second, name: rest.join('/') }
    return (
      (await openRoute(call, first, inner, services)) ??
      (await namedRoute(call, first, inner, services)) ??
      (await plainRoute(call, { bucket: first, name: [second, ...rest].join('/') }, services))
    )
  }

  return {
    fetch: (request, visitor) =>
      route(request, visitor).catch((error: unknown) => fromDatabase(error).toResponse()),
    stop: objects.close,
  }
}
