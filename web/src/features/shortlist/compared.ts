// Reads and changes which creators are compared. They are in the URL, so that a comparison can be shared and reloaded.
import { useSearchParams } from 'wouter'

export const COMPARED_MAX = 4

/** The ids in the link, without repetitions and without creators who are not on the shortlist. */
export function comparedFrom(param: string | null, listed: readonly string[]): string[] {
  const wanted = new Set((param ?? '').split(','))
  return listed.filter((id) => wanted.has(id)).slice(0, COMPARED_MAX)
}

export function useCompared(listed: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const compared = comparedFrom(params.get('compare'), listed)
  const set = (ids: string[]) =>
    setParams(
      (now) => {
        if (ids.length > 0) now.set('compare', ids.join(','))
        else now.delete('compare')
        return now
      },
      { replace: true },
    )
  return {
    compared,
    toggle: (id: string) =>
      set(compared.includes(id) ? compared.filter((other) => other !== id) : [...compared, id]),
    clear: () => set([]),
  }
}
