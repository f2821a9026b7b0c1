import { expect } from '@playwright/test'
import { sql } from './database.ts'
import { must, newPack, placeOrder, service, type Member } from './members.ts'
import { askNode } from './wallet.ts'

// Orders whose money lies in the escrow of the local chain.

/** Mines blocks and runs the scheduled functions for the chain until the condition is true. */
export async function settle(isDone: () => Promise<boolean>) {
  const { functions } = service()
  await expect
    .poll(
      async () => {
        await must(functions.invoke('settle-chain', { body: {} }))
        await askNode('anvil_mine', ['0x4'])
        await must(functions.invoke('watch-chain', { body: {} }))
        return isDone()
      },
      { intervals: [200], timeout: 60_000 },
    )
    .toBe(true)
}

/** Gives a creator the wallet that orders are paid to, as if it had been proved long ago. */
export const saveWallet = (creator: Member, address: string) =>
  sql(
    "insert into private.wallets (profile_id, address, created_at) values ($1, $2, now() - interval '1 year')",
    [creator.id, address.toLowerCase()],
  )

/** An order of 250.00 USDC that is not paid. */
export async function newUsdcOrder(brand: Member, creator: Member, wallet: string) {
  await saveWallet(creator, wallet)
  const price = { price_minor: 250_000_000, currency: 'USDC' }
  const { id } = await newPack(creator, 'A thread in USDC', price)
  return placeOrder(brand, id)
}
