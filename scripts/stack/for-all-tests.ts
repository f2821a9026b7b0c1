import { afterAll, beforeAll } from 'vitest'

/** Starts something before all tests of a file and stops it after them. The returned object is empty before the tests. */
export function forAllTests<T extends object>(start: () => Promise<T>, timeout?: number): T {
  const started: Partial<T> & { stop?: () => unknown } = {}
  beforeAll(async () => {
    Object.assign(started, await start())
  }, timeout)
  afterAll(async () => {
    await started.stop?.()
  })
  return started as T
}
