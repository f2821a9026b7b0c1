import { useSearchParams } from 'wouter'

/** Filters of a list, as parts of the address: a link leads to what they find. */
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

/** The time at which a day of the reader begins or, for `until`, ends; null for no day. */
export function timeOfDay(bound: 'since' | 'until', day: string): string | null {
  const time = new Date(`${day}T${bound === 'since' ? '00' : '24'}:00`)
  return day === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
