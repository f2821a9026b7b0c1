/**
 * A keepalive says that everything before a position has been sent. The library hands it over
 * at once, but messages one by one: those that came before it must have had their turn, else
 * they would be lost with the next restart.
 */
export function createConfirmations(confirm: (before: bigint) => void) {
  let received = 0
  let handled = 0
  let held: { before: bigint; after: number } | null = null

  function letGo() {
    if (!held || handled < held.after) return
    confirm(held.before)
    held = null
  }

  return {
    messageReceived() {
      received += 1
    },
    messageHandled() {
      handled += 1
      letGo()
    },
    keepalive(before: bigint) {
      held = { before, after: received }
      letGo()
    },
  }
}
