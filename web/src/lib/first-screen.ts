import type { QueryClient } from '@tanstack/react-query'
import { CONNECTIVITY_RETRY_MS } from './constants.ts'

/** Time after which the first screen counts as loaded in any case. */
const AT_MOST_MS = 5_000

const { promise, resolve } = Promise.withResolvers<void>()

let isOver = false
void promise.then(() => (isOver = true))

/** True until the first screen has loaded. */
export const isFirstScreen = () => !isOver

/** Resolves after the first screen; work that it does not need waits for this. */
export const afterFirstScreen = promise

/** Without a connection it tries again until it succeeds. */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((done) => setTimeout(done, CONNECTIVITY_RETRY_MS))
    }
  }
}

/** Loads code for the background of every page after the first screen, which does not need it. */
export const loadWithRetry = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  await afterFirstScreen
  return untilLoaded(load)
}

export const idle = () =>
  new Promise<void>((done) => {
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, 1_000)
  })

/** Resolves when no query of the open page is being fetched. */
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

/** Resolves after the next paint. */
export const painted = () =>
  new Promise<void>((done) => {
    // A tab in the background draws nothing.
    if (document.visibilityState === 'hidden') setTimeout(done)
    else requestAnimationFrame(() => setTimeout(done))
  })

/** Detects the end of the first screen: no query is being fetched, no part waits for its code, and the results are painted. */
export async function watchFirstScreen(
  client: QueryClient,
  awaitsCode: () => boolean,
): Promise<void> {
  setTimeout(resolve, AT_MOST_MS)
  do {
    await answered(client)
    await painted()
  } while (client.isFetching() > 0 || awaitsCode())
  resolve()
}
