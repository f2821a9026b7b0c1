const BATCH = 500
/** Beyond this many, those who push are asked to wait. */
const HIGH_WATER = 5000

/**
 * Hands over what has gathered as soon as the batch before is done: a lone item goes at once,
 * many at a time when there are many.
 */
export function createQueue<T>(
  work: (items: T[]) => Promise<void>,
  fail: (error: unknown) => void,
) {
  let items: T[] = []
  let running: Promise<void> | null = null
  let closed = false
  const waiting: (() => void)[] = []

  async function run() {
    try {
      while (items.length > 0) {
        await work(items.splice(0, BATCH))
        if (items.length < HIGH_WATER) letGo()
      }
    } catch (error) {
      fail(error)
    }
    running = null
  }

  function letGo() {
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    push(item: T) {
      if (closed) return
      items.push(item)
      running ??= run()
    },
    /** Undefined when there is room. */
    whenLow(): Promise<void> | undefined {
      if (items.length < HIGH_WATER || closed) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    /** Drops what waits; resolves when what is being worked on is done. */
    async close() {
      closed = true
      items = []
      letGo()
      await running
    },
  }
}
