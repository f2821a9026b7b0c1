import type { Files } from './files.ts'
import type { StoredObject } from './objects.ts'

/** Sends a file as the storage server does: with the type stated at the upload, and without security headers. */
export function render(request: Request, object: StoredObject, files: Files): Response {
  const { eTag, mimetype, cacheControl, size, lastModified } = object.metadata
  const headers = new Headers({
    etag: eTag,
    'cache-control': cacheControl,
    'last-modified': new Date(lastModified).toUTCString(),
    'content-type': mimetype,
    'x-robots-tag': 'none',
  })
  const download = new URL(request.url).searchParams.get('download')
  if (download !== null) headers.set('content-disposition', disposition(download))
  if (request.headers.get('if-none-match') === eTag)
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(size))
  return new Response(request.method === 'HEAD' ? null : files.read(object.version), { headers })
}

function disposition(download: string): string {
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download)
  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

export function info(object: StoredObject): Response {
  const { id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at } = object
  return Response.json({
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
  })
}
