import { z } from 'zod'

/** The API version from which on GoTrue puts the name of the error into `code`. */
const NAMED_CODES = '2024-01-01'

/** An error response with GoTrue's texts and format. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    options: ErrorOptions & { details?: Record<string, unknown> } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.details = options.details ?? {}
  }

  toResponse(version: string | null = null): Response {
    const isNamed = version !== null && version >= NAMED_CODES
    const body = isNamed
      ? { code: this.code, message: this.message, ...this.details }
      : { code: this.status, error_code: this.code, msg: this.message, ...this.details }
    const headers = {
      'x-sb-error-code': this.code,
      ...(isNamed && { 'x-supabase-api-version': NAMED_CODES }),
    }
    return Response.json(body, { status: this.status, headers })
  }
}

export const notFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const badCredentials = (message = 'Invalid login credentials') =>
  new AuthError(400, 'invalid_credentials', message)

/** Parses the body; throws GoTrue's error for an invalid one. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}
