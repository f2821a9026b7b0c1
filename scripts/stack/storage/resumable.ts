import { FileStore } from '@tus/file-store'
import { MemoryLocker, Metadata, Server, type ServerOptions, type Upload } from '@tus/server'
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fromDatabase, noRoute, wrongType } from './errors.ts'
import { callerOf } from './named-routes.ts'
import type { Caller } from './objects.ts'
import type { Operation } from './operations.ts'
import type { Visitor } from './storage.ts'
import { bytes } from '../config.ts'
import { isAllowed, metadataOf, parseMetadata, requireKey, type Services } from './upload.ts'

const PATH = '/storage/v1/upload/resumable'
const EXPIRES_MS = 24 * 60 * 60 * 1000
const OPERATIONS: Record<string, Operation> = {
  POST: 'storage.tus.upload.create',
  HEAD: 'storage.tus.upload.get',
  PATCH: 'storage.tus.upload.part',
  DELETE: 'storage.tus.upload.delete',
}

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0]
/** The size and metadata that the creation of an upload stated. */
type Claims = { size: number | undefined; metadata: Record<string, string | null> }

/** Serves uploads in parts (TUS), with the library, names, rights and errors of the storage server. */
export function openResumable(services: Services, folder: string) {
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: EXPIRES_MS })
  const locker = new MemoryLocker()
  return (request: Request, visitor: Visitor): Promise<Response> => {
    const operation = OPERATIONS[request.method]
    if (!operation) throw noRoute()
    const hooks = hooksOf(services, store, callerOf(visitor)(operation))
    const options = {
      path: PATH,
      locker,
      disableTerminationForFinishedUploads: true,
      ...naming,
      ...hooks,
    }
    return new Server({ datastore: store, ...options }).handleWeb(endingCleanly(request))
  }
}

/** Wraps a request, so that its body ends without an error if the connection breaks, and the received part is stored. */
function endingCleanly(request: Request): Request {
  const { body, url, method, headers } = request
  if (!body) return request
  async function* arrived(pieces: AsyncIterable<Uint8Array>) {
    try {
      yield* pieces
    } catch {
      // The client's next request asks how much was stored.
    }
  }
  const whole = Readable.toWeb(Readable.from(arrived(body)))
  return new Request(url, { method, headers, body: whole, duplex: 'half' } as RequestInit)
}

/** The id of an upload is its file's path, where `openFiles` looks for the version. */
const idOf = (version: string) => `${version.slice(0, 2)}/${version}`
const versionOf = (id: string) => id.slice(3)
const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const naming = {
  namingFunction(_request, metadata) {
    requireKey(metadata?.['objectName'] ?? '')
    return idOf(randomUUID())
  },
  generateUrl(request, { id }) {
    const { bucketName, objectName } = Metadata.parse(
      request.headers.get('upload-metadata') ?? undefined,
    )
    const named = Buffer.from(`${bucketName}/${objectName}/${versionOf(id)}`)
    return `${new URL(request.url).origin}${PATH}/${named.toString('base64url')}`
  },
  getFileIdFromRequest(_request, last = '') {
    const version = Buffer.from(last, 'base64url').toString().split('/').at(-1) ?? ''
    return VERSION.test(version) ? idOf(version) : undefined
  },
  onResponseError(_request, error) {
    if (!(error instanceof Error)) return undefined
    const { statusCode, message } = fromDatabase(error)
    return { status_code: statusCode, body: message }
  },
} satisfies Partial<ServerOptions>

function hooksOf(services: Services, store: FileStore, caller: Caller) {
  const { objects, sizeLimit } = services
  async function claims(request: TusRequest, id: string): Promise<Claims> {
    if (request.method !== 'POST') {
      const { size, metadata = {} } = await store.getUpload(id)
      return { size, metadata }
    }
    const length = request.headers.get('upload-length')
    const metadata = Metadata.parse(request.headers.get('upload-metadata') ?? undefined)
    return { size: length === null ? undefined : Number(length), metadata }
  }
  const bucketOf = ({ metadata }: Claims) =>
    objects.bucketAnyhow(caller, metadata['bucketName'] ?? '')

  return {
    async maxSize(request, id) {
      if (id === null) return bytes(sizeLimit)
      const bucket = await bucketOf(await claims(request, id))
      return Math.min(bytes(sizeLimit), Number(bucket.file_size_limit ?? Infinity))
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'HEAD') return
      const { size, metadata } = await claims(request, id)
      const { bucketName, objectName, contentType } = metadata
      const row = {
        bucket_id: bucketName ?? '',
        name: objectName ?? '',
        version: '1',
        user_metadata: parseMetadata(metadata['metadata'] ?? null),
        owner: caller.claims.sub ?? null,
        metadata: { ...(contentType && { mimetype: contentType }), contentLength: size },
      }
      await objects.requireInsert(caller, row, request.headers.get('x-upsert') === 'true')
    },
    async onUploadCreate(_request, { size, metadata = {} }) {
      const { contentType, cacheControl } = metadata
      const bucket = await bucketOf({ size, metadata })
      if (contentType && !isAllowed(contentType, bucket)) throw wrongType(contentType)
      const isSeconds = /^-?\d+$/.test(cacheControl ?? '')
      const kept = isSeconds ? `max-age=${cacheControl}` : 'no-cache'
      return { metadata: { ...metadata, cacheControl: kept } }
    },
    async onUploadFinish(_request, upload) {
      await finish(services, caller, upload)
      return { headers: { 'Tus-Complete': '1' } }
    },
  } satisfies Partial<ServerOptions>
}

/** Ends an upload whose bytes have all arrived: writes the row as the service role, as the storage server does. */
async function finish({ objects, files }: Services, caller: Caller, upload: Upload) {
  const { bucketName, objectName, contentType, cacheControl, metadata } = upload.metadata ?? {}
  const version = versionOf(upload.id)
  const hash = createHash('md5')
  for await (const piece of files.read(version)) hash.update(piece)
  try {
    const { replaced } = await objects.write(caller, {
      bucket_id: bucketName ?? '',
      name: objectName ?? '',
      version,
      user_metadata: parseMetadata(metadata ?? null),
      owner: caller.claims.sub ?? null,
      metadata: metadataOf({
        md5: hash.digest('hex'),
        size: upload.size ?? upload.offset,
        type: contentType ?? 'application/octet-stream',
        cacheControl: cacheControl ?? 'no-cache',
      }),
    })
    // If the last part is sent twice, the upload ends twice and replaces itself; its file is then kept.
    if (replaced && replaced !== version) await files.remove(replaced)
  } catch (error) {
    await files.remove(version)
    throw error
  }
}
