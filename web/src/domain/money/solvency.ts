/** A row of the public view `solvency`. */
export type SolvencyLine = {
  currency: string
  held_minor: number
  owed_minor: number
  /** Time of the oldest report of a provider that is counted; null before the first report. */
  held_at: string | null
  state: string
}
export type SolvencyState = 'covered' | 'short' | 'old'

/** The state of one currency. An unknown state, or one without a report of the provider, counts as `old`. */
export const solvencyStateOf = ({ state }: Pick<SolvencyLine, 'state'>): SolvencyState =>
  state === 'covered' || state === 'short' ? state : 'old'

/** The worst state of all currencies, because a surplus in one does not cover a shortfall in another. */
export function worstSolvency(lines: readonly SolvencyLine[]): SolvencyState {
  const states = lines.map(solvencyStateOf)
  return (['short', 'old'] as const).find((state) => states.includes(state)) ?? 'covered'
}

/** Time of the oldest report for a currency in which money is owed. */
export const heldSince = (lines: readonly SolvencyLine[]): string | null =>
  lines
    .flatMap(({ held_at, owed_minor }) => (held_at && owed_minor > 0 ? held_at : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
