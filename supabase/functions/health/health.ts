/** A row of the SQL function market_health. */
export type Check = {
  name: string
  is_fine: boolean
  detail: string
  value: number | null
  unit: string | null
}

/** The checks in Prometheus's text format, version 0.0.4. */
export function metricsText(checks: Check[]): string {
  const fine = checks.map(({ name, is_fine }) => {
    return `kolpact_check_fine{check=${quoted(name)}} ${is_fine ? 1 : 0}`
  })
  const values = checks.flatMap(({ name, unit, value }) =>
    value === null
      ? []
      : [`kolpact_check_value{check=${quoted(name)},unit=${quoted(unit ?? '')}} ${value}`],
  )
  return [
    '# HELP kolpact_check_fine 1 if this row of market_health is fine, 0 if somebody has to act.',
    '# TYPE kolpact_check_fine gauge',
    ...fine,
    '# HELP kolpact_check_value What this row of market_health counts, in its unit.',
    '# TYPE kolpact_check_value gauge',
    ...values,
    '',
  ].join('\n')
}

const quoted = (label: string) =>
  `"${label
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`

/** Queues that staff process on working days. An overdue item in one is reported, but raises no alarm. */
const BY_DAY = new Set(['payouts', 'refunds', 'unassigned_money', 'approvals', 'reports'])

/** The answer to a monitor. Status 503 raises an alarm; the body tells a person the reason. */
export function healthResponse(checks: Check[], release?: string): Response {
  const wrong = checks.filter(({ is_fine }) => !is_fine)
  const isAlarm = checks.length === 0 || wrong.some(({ name }) => !BY_DAY.has(name))
  return Response.json(
    { is_fine: checks.length > 0 && wrong.length === 0, release, checks },
    { status: isAlarm ? 503 : 200, headers },
  )
}

export function metricsResponse(checks: Check[]): Response {
  const type = 'text/plain; version=0.0.4; charset=utf-8'
  return new Response(metricsText(checks), { headers: { ...headers, 'content-type': type } })
}

const headers = { 'cache-control': 'no-store' }
