/** The longest timer, after which the token's expiry is checked again; Node's timers are limited to 24 days. */
const LONGEST_MS = 5 * 60 * 1000

/** Watches a token; calls `onExpired` with the seconds since its expiry. */
export function createTokenWatch(onExpired: (seconds: number) => void) {
  let timer: NodeJS.Timeout | undefined

  function start(expiresAt: number) {
    clearTimeout(timer)
    if (expiresAt === Infinity) return
    const left = expiresAt * 1000 - Date.now()
    if (left <= 0) return onExpired(Math.floor(-left / 1000))
    timer = setTimeout(start, Math.min(left, LONGEST_MS), expiresAt)
    timer.unref()
  }

  return { start, stop: () => clearTimeout(timer) }
}
