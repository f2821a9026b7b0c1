/** A row of the public view `solvency`. */
export type SolvencyLine = {
  currency: string
  held_minor: number
  owed_minor: number
  /** The oldest word of a provider that is counted; null while none was asked. */
  held_at: string | null
  state: string
}
export type SolvencyState = 'covered' | 'short' | 'old'

/** Only what the database calls covered is: an unknown state, and a provider that was never asked, are not. */
export const solvencyStateOf = ({ state }: Pick<SolvencyLine, 'state'>): SolvencyState =>
  state === 'covered' || state === 'short' ? state : 'old'

/** A shortfall in one currency is not made good by another. */
export function worstSolvency(lines: readonly SolvencyLine[]): SolvencyState {
  const states = lines.map(solvencyStateOf)
  return (['short', 'old'] as const).find((state) => states.includes(state)) ?? 'covered'
}

/** The oldest of the words that count. */
export const heldSince = (lines: readonly SolvencyLine[]): string | null =>
  lines
    .flatMap(({ held_at, owed_minor }) => (held_at && owed_minor > 0 ? held_at : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
