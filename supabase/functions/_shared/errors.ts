/** A refusal that the caller may read: a token of supabase/errors.json, its HTTP status, and optional details. */
export class Refusal extends Error {
  readonly status: number
  readonly token: string
  readonly details: object

  constructor(
    status: number,
    token: string,
    { details = {}, ...options }: ErrorOptions & { details?: object } = {},
  ) {
    super(token, options)
    this.name = 'Refusal'
    this.status = status
    this.token = token
    this.details = details
  }
}

type DatabaseError = { code?: string; message: string }

/** Codes of passing faults: no connection, schema or resources, a restart, a server that became a replica, a deadlock. */
const AWAY = /^(PGRST00[0-3]|08\w{3}|53\w{3}|57P0[1-3]|25006|40001|40P01)$/

/**
 * Converts an error of the database. Code `PT<status>` is a refusal with a token. A passing fault becomes
 * `market_not_available`, and the caller may repeat the request with the same key. All else is an internal error.
 */
export function fromDatabase(error: DatabaseError, status = 400): Error {
  const code = error.code ?? ''
  const [, refused] = /^PT(4\d\d)$/.exec(code) ?? []
  if (refused) return new Refusal(Number(refused), error.message)
  // Without a code, neither the Data API nor the database answered. Status 0 means no answer at all.
  const isAway = code ? AWAY.test(code) : status === 0 || status >= 500
  if (isAway) return new Refusal(503, 'market_not_available', { cause: error })
  return new Error(`The database answered ${code || 'nothing'}: ${error.message}`)
}

/** Returns the data of a supabase-js response, or throws its error as converted by `fromDatabase`. */
export function dataOf<T>(
  answer: { status?: number } & ({ data: T; error: null } | { data: null; error: DatabaseError }),
): T {
  if (answer.error) throw fromDatabase(answer.error, answer.status)
  return answer.data
}

/** The message of an error, shortened for storage and without a chain node's address, which contains the node's key. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300)
  return ((error as { shortMessage?: string }).shortMessage ?? error.message).slice(0, 300)
}
