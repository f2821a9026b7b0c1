import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from 'local-supabase/ports.ts'
import { chainEnvironment, startLazyChain } from './lazy-chain.ts'

test('the local chain begins with the first question', async () => {
  const port = await freePort()
  const lines: string[] = []
  const lazy = await startLazyChain(port, (line) => lines.push(line))
  onTestFinished(lazy.stop)
  expect(lines).toEqual([])
  const { CHAIN_ESCROW, CHAIN_ID, CHAIN_RPC_URLS } = chainEnvironment(`http://127.0.0.1:${port}`)
  const client = createPublicClient({ transport: http(CHAIN_RPC_URLS) })
  expect(String(await client.getChainId())).toBe(CHAIN_ID)
  expect(await client.getCode({ address: CHAIN_ESCROW })).toMatch(/^0x[0-9a-f]{1000}/)
  expect(lines).toHaveLength(1)
})
