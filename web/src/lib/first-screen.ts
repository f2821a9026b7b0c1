import type { QueryClient } from '@tanstack/react-query'
import { CONNECTIVITY_RETRY_MS } from './constants.ts'

/** Time after which the first screen counts as loaded, even if it is not. */
const AT_MOST_MS = 5_000

const { promise, resolve } = Promise.withResolvers<void>()

let isOver = false
void promise.then(() => (isOver = true))

/** True until the first screen has loaded. */
export const isFirstScreen = () => !isOver

/** Resolves after the first screen; work that the first screen does not need waits for it. */
export const afterFirstScreen = promise

/** Repeats the load until it succeeds, for example when the connection is back. */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((done) => setTimeout(done, CONNECTIVITY_RETRY_MS))
    }
  }
}

/** Loads code after the first screen, and repeats that until it succeeds. */
export const loadWithRetry = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  await afterFirstScreen
  return untilLoaded(load)
}

export const untilIdle = () =>
  new Promise<void>((done) => {
    // Safari does not have this function.
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, 1_000)
  })

/** Resolves when no query of the open page is being fetched. */
export const untilAnswered = (client: QueryClient) =>
  new Promise<void>((done) => {
    const check = () => {
      if (client.isFetching() > 0) return
      stop()
      done()
    }
    const stop = client.getQueryCache().subscribe(check)
    check()
  })

/** Resolves after the next paint. */
export const untilPainted = () =>
  new Promise<void>((done) => {
    // A hidden tab does not paint.
    if (document.visibilityState === 'hidden') setTimeout(done)
    else requestAnimationFrame(() => setTimeout(done))
  })

/** Waits for the end of the first screen: no query is running, no part waits for its code, and the results are painted. */
export async function watchFirstScreen(
  client: QueryClient,
  awaitsCode: () => boolean,
): Promise<void> {
  setTimeout(resolve, AT_MOST_MS)
  do {
    await untilAnswered(client)
    await untilPainted()
  } while (client.isFetching() > 0 || awaitsCode())
  resolve()
}
