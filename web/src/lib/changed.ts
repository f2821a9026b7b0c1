export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The values that somebody changed. */
export const changedFrom = <Values extends object>(start: object, values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isSame(value, (start as Record<string, unknown>)[name]),
    ),
  ) as Partial<Values>
