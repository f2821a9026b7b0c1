import { useId as useOwnId } from 'react'

/**
 * Replaces `useId` of `@mantine/hooks` (see vite.config.ts), which sets another id in a layout effect: React then runs
 * the effects of the whole page and renders each field again before the first paint.
 */
export function useId(given?: string): string {
  const own = useOwnId()
  return given ?? own
}
