// The HTTP status for each SQLSTATE, as in PostgREST. The embedded server knows only some of them.
type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

const statusByClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}
const statusByCode: Record<string, number> = {
  '21000': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
}

export function errorResponse(error: unknown, role: string): Response | null {
  if (isConnectionError(error)) {
    return answer(503, {
      code: 'PGRST001',
      message: 'Database client error. Retrying the connection.',
    })
  }
  if (!isDatabaseError(error)) return null
  const custom = /^PT(\d{3})$/.exec(error.code)?.[1]
  const forbidden = error.code === '42501' ? (role === 'anon' ? 401 : 403) : undefined
  const status =
    forbidden ??
    (custom
      ? Number(custom)
      : (statusByCode[error.code] ?? statusByClass[error.code.slice(0, 2)] ?? 400))
  return answer(status, error)
}

export function answer(status: number, error: DatabaseError): Response {
  const { code, message, detail = null, hint = null } = error
  return Response.json({ code, details: detail, hint, message }, { status })
}

export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // 57P01 to 57P03 mean that the database server is stopping, has crashed or is still starting.
  if (/^(ECONN|EPIPE|57P0[123])/.test(code)) return true
  return /^(Connection terminated|timeout exceeded|Client has encountered a connection error)/.test(
    error.message,
  )
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
}
