/** Timers hold no more than 24 days; a token is looked at again this often. */
const LONGEST_MS = 5 * 60 * 1000

/** Calls back when a token has expired, with the seconds since then. */
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
