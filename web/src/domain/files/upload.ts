import { CLIENT_NAME, REQUEST_RETRY_WAITS_MS, UPLOAD_TIMEOUT_MS } from '@/lib/constants.ts'
import { env, FILES_URL } from '@/lib/env.ts'
import { UNAVAILABLE } from '@/lib/api/errors.ts'
import { isWorthRetrying } from '@/lib/api/fetch.ts'
import { authorization } from '@/lib/api/supabase.ts'
import { goesInParts, putInParts } from './upload-in-parts.ts'
import { withoutMetadata } from './without-metadata.ts'

// `fetch` reports no progress of an upload, so this one request uses XMLHttpRequest.

type Answer = { status: number; body: string }

function put(
  url: string,
  file: File,
  authorized: string,
  onProgress: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('apikey', env.supabaseKey)
    request.setRequestHeader('x-client-info', CLIENT_NAME)
    request.setRequestHeader('authorization', authorized)
    // The file must not be cached, because a cache would give it to the next user of this computer.
    request.setRequestHeader('cache-control', 'no-store')
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('x-upsert', 'false')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: request.responseText }),
    )
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('timeout', () =>
      reject(new Error('timeout: the upload took too long')),
    )
    request.send(file)
  })
}

type Problem = { message?: string; error?: string; statusCode?: string; code?: string }

function problemOf({ status, body }: Answer): Problem | null {
  if (status >= 200 && status < 300) return null
  // This response comes from an unavailable Storage and says nothing about the file.
  if (status !== 500 && isWorthRetrying(status)) return { code: UNAVAILABLE }
  try {
    return JSON.parse(body) as Problem
  } catch {
    return { message: `upload failed (${status})` }
  }
}

/**
 * True if Storage has a file with this path already. Every file gets a new path, so an earlier attempt has arrived,
 * perhaps before the tab was closed.
 */
const isThereAlready = (problem: Problem) =>
  problem.statusCode === '409' || problem.error === 'Duplicate'

/** Uploads a file without its metadata and returns it as it is stored. The signal cancels an upload in parts. */
export async function uploadAttachment(
  path: string,
  chosen: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<File> {
  const file = await withoutMetadata(chosen)
  const authorized = await authorization()
  const url = `${FILES_URL}/attachments/${path}`
  const isLarge = goesInParts(file)
  const send = isLarge
    ? () => putInParts(path, file, onProgress, signal)
    : () => put(url, file, authorized, onProgress)
  for (let attempt = 0; ; attempt++) {
    // An upload in parts has its own retries.
    const wait = isLarge ? undefined : REQUEST_RETRY_WAITS_MS[attempt]
    try {
      const answer = await send()
      const problem = problemOf(answer)
      if (!problem || isThereAlready(problem)) return file
      if (wait === undefined || !isWorthRetrying(answer.status)) throw new UploadRefused(problem)
    } catch (error) {
      if (wait === undefined || error instanceof UploadRefused) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

export class UploadRefused extends Error {
  override name = 'UploadRefused'
  code: string | undefined
  constructor(problem: Problem) {
    super(problem.message ?? problem.error ?? 'upload refused')
    this.code = problem.code
  }
}
