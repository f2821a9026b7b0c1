/**
 * Answers no sooner than `ms` after the question, however little there was to do: whether an
 * address is known here must not be read from a clock.
 */
export async function steady<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const floor = new Promise((resolve) => setTimeout(resolve, ms))
  try {
    return await work()
  } finally {
    await floor
  }
}
