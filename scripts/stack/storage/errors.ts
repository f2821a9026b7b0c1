/** An error response with the texts and the format of Supabase's storage server. */
export class StorageError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly title: string

  constructor(statusCode: number, code: string, title: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.title = title
  }

  toResponse(): Response {
    const { statusCode, code, title, message } = this
    // Like Supabase, the HTTP status of every refusal is 400; the actual status is in the body.
    const status = statusCode >= 500 ? 500 : 400
    return Response.json(
      { statusCode: String(statusCode), code, error: title, message },
      { status },
    )
  }
}

type Refusal = readonly [status: number, code: string, title: string]

const refuse =
  ([status, code, title]: Refusal, message: string) =>
  () =>
    new StorageError(status, code, title, message)

export const noSuchKey = refuse([404, 'NoSuchKey', 'not_found'], 'Object not found')
export const noSuchBucket = refuse([404, 'NoSuchBucket', 'Bucket not found'], 'Bucket not found')
export const duplicate = refuse(
  [409, 'KeyAlreadyExists', 'Duplicate'],
  'The resource already exists',
)
export const tooLarge = refuse(
  [413, 'EntityTooLarge', 'Payload too large'],
  'The object exceeded the maximum allowed size',
)
export const bodyTooLarge = refuse(
  [413, 'EntityTooLarge', 'Payload too large'],
  'Request body is too large',
)
export const noRoute = refuse([404, 'NotFound', 'Not Found'], 'Route not found')
export const noAuthorization = refuse(
  [400, 'InvalidRequest', 'Error'],
  "headers must have required property 'authorization'",
)
const accessDenied: Refusal = [403, 'AccessDenied', 'Unauthorized']
export const deleteDenied = refuse(accessDenied, 'Access denied')
export const tokenDenied = refuse(accessDenied, 'signature verification failed')
const rowDenied = refuse(accessDenied, 'new row violates row-level security policy')

export const wrongType = (type: string) =>
  new StorageError(
    415,
    'InvalidMimeType',
    'invalid_mime_type',
    `mime type ${type} is not supported`,
  )
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`)
export const invalidToken = (message: string) =>
  new StorageError(400, 'InvalidJWT', 'InvalidJWT', message)
export const invalidSignature = refuse(
  [400, 'InvalidSignature', 'InvalidSignature'],
  'Invalid signature',
)
export const invalidRequest = (message: string) =>
  new StorageError(400, 'InvalidRequest', 'Invalid Request', message)

/** Converts an error of the database to one of the storage server. */
export function fromDatabase(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '42501') return rowDenied()
  if (code === '23505') return duplicate()
  // A trigger or a constraint of the project refused the row.
  if (/^(22|23|PT)/.test(code)) return invalidRequest(messageOf(error))
  return new StorageError(500, 'InternalError', 'Internal', messageOf(error))
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
