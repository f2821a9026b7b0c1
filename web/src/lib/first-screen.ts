import type { QueryClient } from '@tanstack/react-query'

/** Whoever waits longer for the first screen has other needs by then. */
const AT_MOST_MS = 5_000

const { promise, resolve } = Promise.withResolvers<void>()

let isOver = false
void promise.then(() => (isOver = true))

/** Nothing is restored yet, and nothing is typed: the visit has just begun. */
export const isFirstScreen = () => !isOver

/** What the first screen does without begins after it, and takes nothing from it. */
export const afterFirstScreen = promise

export const idle = () =>
  new Promise<void>((done) => {
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, 1_000)
  })

/** Until every question of the open page has its answer. */
export const answered = (client: QueryClient) =>
  new Promise<void>((done) => {
    const look = () => {
      if (client.isFetching() > 0) return
      stop()
      done()
    }
    const stop = client.getQueryCache().subscribe(look)
    look()
  })

/** Until what was drawn is on the screen. */
const painted = () =>
  new Promise<void>((done) => {
    // A tab in the background draws nothing.
    if (document.visibilityState === 'hidden') setTimeout(done)
    else requestAnimationFrame(() => setTimeout(done))
  })

/** Looks for the end of the first screen: nothing is fetched any more, and what came has been drawn. */
export async function watchFirstScreen(client: QueryClient): Promise<void> {
  setTimeout(resolve, AT_MOST_MS)
  do {
    await answered(client)
    await painted()
  } while (client.isFetching() > 0)
  resolve()
}
