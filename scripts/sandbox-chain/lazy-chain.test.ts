import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from 'local-supabase/ports.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { chainEnvironment, startLazyChain } from './lazy-chain.ts'
import { startSandboxChain } from './sandbox-chain.ts'

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

test('contracts of a file take the place of ours, on their own chain', async () => {
  const theirs = await startSandboxChain(await freePort())
  onTestFinished(theirs.stop)
  const folder = temporaryFolder()
  onTestFinished(() => forgetFolder(folder))
  const contracts = {
    rpcUrl: theirs.rpcUrl,
    chainId: theirs.chainId,
    token: `0x${'7'.repeat(40)}`,
    escrow: `0x${'e'.repeat(40)}`,
    collector: `0x${'c'.repeat(40)}`,
  }
  const file = join(folder, 'contracts.json')
  writeFileSync(file, JSON.stringify(contracts))
  vi.stubEnv('KOLPACT_CHAIN_CONTRACTS', file)
  onTestFinished(() => void vi.unstubAllEnvs())

  const port = await freePort()
  const lazy = await startLazyChain(port, () => {})
  const environment = chainEnvironment(`http://127.0.0.1:${port}`)
  expect(environment).toMatchObject({
    CHAIN_ESCROW: contracts.escrow,
    CHAIN_COLLECTOR: contracts.collector,
    CHAIN_TOKEN: contracts.token,
    CHAIN_ID: '31337',
  })
  const blockOf = (url: string) =>
    createPublicClient({ transport: http(url), cacheTime: 0 }).getBlock()
  const before = await blockOf(theirs.rpcUrl)
  expect((await blockOf(environment.CHAIN_RPC_URLS)).hash, 'nothing was added').toBe(before.hash)
  await lazy.stop()
  expect((await blockOf(theirs.rpcUrl)).hash, 'it goes on without us').toBe(before.hash)
})
