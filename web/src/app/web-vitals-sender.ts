import { onCLS, onINP, onLCP, type MetricType } from 'web-vitals'
import { routeAt } from '@/domain/routes.ts'
import { env } from '@/lib/env.ts'

const COLUMNS = { LCP: 'lcp_ms', INP: 'inp_ms', CLS: 'cls' } as const
type Values = { [Column in (typeof COLUMNS)[keyof typeof COLUMNS]]?: number }

const device = () =>
  Math.min(screen.width, screen.height) < 600
    ? 'phone'
    : matchMedia('(pointer: coarse)').matches
      ? 'tablet'
      : 'desktop'

/** Sends values without a session: neither the member nor more of the address than its route. */
function send(route: string, values: Values) {
  const release = String(import.meta.env.VITE_RELEASE)
  void fetch(`${env.supabaseUrl}/rest/v1/rpc/record_web_vitals`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: env.supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ route, device: device(), release, ...values }),
  }).catch(() => {})
}

/** Sends the values of each screen once, when the page is first hidden after that screen. */
export function measure(): void {
  const visits = new Map<number, { route: string | null; values: Values }>()
  const sent = new Set<number>()

  function note({ name, value, navigationId, navigationURL = location.href }: MetricType) {
    if (sent.has(navigationId) || !(name in COLUMNS)) return
    const visit = visits.get(navigationId) ?? {
      route: routeAt(new URL(navigationURL).pathname),
      values: {},
    }
    visit.values[COLUMNS[name as keyof typeof COLUMNS]] = value
    visits.set(navigationId, visit)
  }
  for (const on of [onLCP, onINP, onCLS]) on(note, { reportSoftNavs: true })

  // This listener is added after the library's, which report the last values at the same event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    for (const [id, { route, values }] of visits) {
      sent.add(id)
      if (route) send(route, values)
    }
    visits.clear()
  })
}
