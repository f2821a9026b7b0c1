import { env } from './env.ts'

/** One page view per path: no cookie, no id, and nothing at all unless a service is configured. */
export function countPageView(path: string): void {
  if (!env.analyticsUrl || navigator.doNotTrack === '1') return
  navigator.sendBeacon(
    env.analyticsUrl,
    JSON.stringify({ event: 'page_view', path: withoutIds(path) }),
  )
}

/** Ids of members are removed from what is counted. */
export function withoutIds(path: string): string {
  return path.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id')
}
