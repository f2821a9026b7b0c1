/** A refusal that the caller may read: a token of supabase/errors.json with its HTTP status. */
export class Refusal extends Error {
  readonly status: number
  readonly token: string

  constructor(status: number, token: string, options?: ErrorOptions) {
    super(token, options)
    this.name = 'Refusal'
    this.status = status
    this.token = token
  }
}

type DatabaseError = { code?: string; message: string }

/** The database refuses with `PT<status>` and a token; everything else is an internal error. */
export function fromDatabase(error: DatabaseError): Error {
  const [, status] = /^PT(4\d\d)$/.exec(error.code ?? '') ?? []
  if (status) return new Refusal(Number(status), error.message)
  return new Error(`The database answered ${error.code ?? 'nothing'}: ${error.message}`)
}

/** Returns the data of a supabase-js response, or throws what its error means. */
export function dataOf<T>(
  answer: { data: T; error: null } | { data: null; error: DatabaseError },
): T {
  if (answer.error) throw fromDatabase(answer.error)
  return answer.data
}
