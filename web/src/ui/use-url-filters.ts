import { useSearchParams } from 'wouter'

/** Filters of a list as parameters of the address, so that a link leads to the filtered list. */
export function useUrlFilters<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const valueOf = (name: Name) => params.get(name) ?? ''
  const set = (name: Name, value: string) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        if (value) changed.set(name, value)
        else changed.delete(name)
        return changed
      },
      { replace: true },
    )
  return [valueOf, set] as const
}

/** The time when a day begins (`since`) or ends (`until`) in the reader's time zone; null without a day. */
export function timeOfDay(bound: 'since' | 'until', day: string): string | null {
  const time = new Date(`${day}T${bound === 'since' ? '00' : '24'}:00`)
  return day === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
