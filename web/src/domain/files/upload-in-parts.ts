import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { PART_RETRY_WAITS_MS, UPLOAD_PART_BYTES, UPLOAD_TIMEOUT_MS } from '@/lib/constants.ts'
import { env, PARTS_URL } from '@/lib/env.ts'
import { isWorthRetrying } from '@/lib/api/fetch.ts'
import { authorization } from '@/lib/api/supabase.ts'

/** True for a file that is uploaded in parts, so that after a lost connection only one part is sent again. */
export const goesInParts = ({ size }: Blob) => size > UPLOAD_PART_BYTES

/** Addresses of this tab's unfinished uploads, by the path of the file, so that another attempt continues them. */
const begun = new Map<string, string>()

type Answer = { status: number; body: string }

/** Uploads a file by the resumable protocol (tus); returns the last response of Storage, or rejects without one. */
export async function putInParts(
  path: string,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  const { Upload } = await import('tus-js-client')
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...optionsFor(path, file),
      onUploadUrlAvailable: () => void (upload.url && begun.set(path, upload.url)),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess({ lastResponse }) {
        begun.delete(path)
        resolve(answerOf(lastResponse))
      },
      onError(error) {
        const { originalResponse, causingError } = error as Partial<DetailedError>
        if (originalResponse && !isOffsetWrong(originalResponse))
          resolve(answerOf(originalResponse))
        else reject(causingError instanceof Error ? causingError : new TypeError('Failed to fetch'))
      },
    })
    signal?.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason)
    })
    upload.start()
  })
}

const optionsFor = (path: string, file: File): UploadOptions => ({
  endpoint: PARTS_URL,
  uploadUrl: begun.get(path) ?? null,
  chunkSize: UPLOAD_PART_BYTES,
  retryDelays: PART_RETRY_WAITS_MS,
  storeFingerprintForResuming: false,
  headers: { apikey: env.supabaseKey, 'x-upsert': 'false' },
  metadata: {
    bucketName: 'attachments',
    objectName: path,
    contentType: file.type,
    cacheControl: 'no-store',
  },
  onBeforeRequest: prepare,
  onShouldRetry: ({ originalResponse, causingError }) =>
    originalResponse
      ? isWorthRetrying(originalResponse.getStatus()) || isOffsetWrong(originalResponse)
      : !(causingError instanceof Error),
})

/** Sets a valid token and a timeout for each request, because the library has no timeout. */
async function prepare(request: HttpRequest) {
  const sent = request.getUnderlyingObject() as XMLHttpRequest
  sent.timeout = UPLOAD_TIMEOUT_MS
  sent.addEventListener('timeout', () => sent.dispatchEvent(new ProgressEvent('error')))
  request.setHeader('authorization', await authorization())
}

/** True for a conflict about the offset, after which the library asks for the right offset and continues. */
const isOffsetWrong = (response: HttpResponse) =>
  response.getStatus() === 409 && response.getBody().includes('Upload-Offset')

/** Converts a refusal of an upload in parts, which is plain text, to the JSON of Storage's other refusals. */
function answerOf(response: HttpResponse): Answer {
  const status = response.getStatus()
  const text = response.getBody().trim()
  const body = text.startsWith('{')
    ? text
    : JSON.stringify({ statusCode: String(status), message: text })
  return { status, body }
}
