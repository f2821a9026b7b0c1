export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The values that were changed. If one of the `together` values was changed, all of them are returned. */
export function changedFrom<Values extends object>(
  start: object,
  values: Values,
  together: readonly (keyof Values)[] = [],
) {
  const differs = (name: PropertyKey) =>
    !isSame(values[name as keyof Values], (start as Values)[name as keyof Values])
  const goes = together.some(differs)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => differs(name) || (goes && together.includes(name as keyof Values)),
    ),
  ) as Partial<Values>
}
