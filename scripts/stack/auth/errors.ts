import { z } from 'zod'

/** From this version of its API on, GoTrue names the error in `code`. */
const NAMED_CODES = '2024-01-01'

/** A refusal in GoTrue's words and shape. */
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

/** The body, or the refusal that GoTrue gives to one that it cannot read. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}
