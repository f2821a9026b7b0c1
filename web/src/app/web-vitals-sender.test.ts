import { expect, test, vi } from 'vitest'
import type { MetricType } from 'web-vitals'
import { env } from '@/lib/env.ts'
import { measure } from './web-vitals-sender.ts'

type Note = (metric: Partial<MetricType>) => void
const notes: Note[] = []
vi.mock('web-vitals', () => {
  const on = (note: Note) => void notes.push(note)
  return { onLCP: on, onINP: on, onCLS: on }
})

test('the measured values of a screen are sent once, with its route but without a session or ids', () => {
  const asked: [string, RequestInit][] = []
  vi.stubGlobal('fetch', (...request: [string, RequestInit]) => {
    asked.push(request)
    return Promise.resolve(new Response())
  })
  vi.stubGlobal('screen', { width: 390, height: 844 })
  let listener = () => {}
  const page = {
    visibilityState: 'hidden',
    addEventListener: (_: string, hidden: () => void) => (listener = hidden),
  }
  vi.stubGlobal('document', page)

  measure()
  const address =
    'https://kolpact.example/dashboard/orders/0b0d4a52-6f5f-4c1b-9f0e-4a5f7f0f9f11?a=1'
  const [note = () => {}] = notes
  note({
    name: 'LCP',
    value: 1200,
    navigationId: 1,
    navigationURL: 'https://kolpact.example/login',
  })
  note({ name: 'LCP', value: 900, navigationId: 2, navigationURL: address })
  note({ name: 'CLS', value: 0.25, navigationId: 2, navigationURL: address })
  note({ name: 'INP', value: 8, navigationId: 3, navigationURL: 'https://kolpact.example/nowhere' })
  page.visibilityState = 'visible'
  listener()
  expect(asked).toEqual([])
  page.visibilityState = 'hidden'
  listener()
  note({ name: 'CLS', value: 0.5, navigationId: 2, navigationURL: address })
  listener()

  const common = { device: 'phone', release: String(import.meta.env.VITE_RELEASE) }
  expect(asked.map(([, { body }]) => JSON.parse(body as string))).toEqual([
    { ...common, route: 'login', lcp_ms: 1200 },
    { ...common, route: 'order', lcp_ms: 900, cls: 0.25 },
  ])
  const [url, { keepalive, headers }] = asked[0] ?? ['', {}]
  expect(url).toBe(`${env.supabaseUrl}/rest/v1/rpc/record_web_vitals`)
  expect(keepalive).toBe(true)
  expect(Object.keys(headers ?? {})).toEqual(['apikey', 'content-type'])
})
