import type { Transaction } from './transactions.ts'

/** Transactions are delivered together until they hold this many changes. */
const BATCH = 1000

/**
 * Delivers transactions one batch after the other and confirms them to the server, which repeats
 * what is not confirmed after a restart.
 */
export function createQueue(
  deliver: (transactions: Transaction[]) => Promise<void>,
  confirm: (before: bigint) => void,
  fail: (error: unknown) => void,
) {
  let waiting: Transaction[] = []
  let running: Promise<void> | null = null
  let isClosed = false
  /** All before this position has been sent to us. */
  let sentBefore = 0n

  async function run() {
    while (waiting.length > 0) {
      const batch = nextBatch()
      await deliver(batch)
      // Not the end of the commit: one that follows immediately would be skipped by the server.
      confirm((batch.at(-1)?.position ?? 0n) + 1n)
    }
    confirm(sentBefore)
  }

  function nextBatch(): Transaction[] {
    let size = 0
    const end = waiting.findIndex(({ changes }) => (size += changes.length) >= BATCH)
    return waiting.splice(0, end < 0 ? waiting.length : end + 1)
  }

  return {
    push(transaction: Transaction) {
      if (isClosed) return
      waiting.push(transaction)
      running ??= run()
        .catch(fail)
        .finally(() => (running = null))
    },
    /** Without a confirmation of the last position the server does not shut down. */
    keepalive(position: bigint) {
      sentBefore = position
      if (!running) confirm(position)
    },
    /** Drops what waits; resolves when what is being delivered is done. */
    async close() {
      isClosed = true
      waiting = []
      await running
    },
  }
}
