import { expect, test } from 'vitest'
import { createConfirmations } from './confirmations.ts'

test('a keepalive waits for the messages that came before it, not for those after', () => {
  const confirmed: bigint[] = []
  const confirmations = createConfirmations((before) => confirmed.push(before))
  confirmations.messageReceived()
  confirmations.messageReceived()
  confirmations.keepalive(10n)
  confirmations.messageReceived()
  confirmations.messageHandled()
  expect(confirmed).toEqual([])
  confirmations.messageHandled()
  expect(confirmed).toEqual([10n])
  confirmations.messageHandled()
  confirmations.keepalive(20n)
  expect(confirmed).toEqual([10n, 20n])
})
