/** A refusal in GoTrue's words and shape. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
  }

  toResponse(): Response {
    const body = { code: this.status, error_code: this.code, msg: this.message }
    return Response.json(body, { status: this.status, headers: { 'x-sb-error-code': this.code } })
  }
}

export const notFound = () => new AuthError(404, 'user_not_found', 'User not found')
