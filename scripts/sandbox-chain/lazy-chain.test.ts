import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http, type PublicClient } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from 'local-supabase/ports.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { TOKEN } from '../../supabase/functions/_shared/chain/abi.ts'
import { chainEnvironment, startLazyChain } from './lazy-chain.ts'
import { ADDRESSES, give, localAccount, startSandboxChain } from './sandbox-chain.ts'

/** Starts a lazy chain that keeps its data in a folder, and a client of it. */
async function lazyChain(stateDir = stateFolder()) {
  const port = await freePort()
  const lines: string[] = []
  const lazy = await startLazyChain({ port, stateDir, log: (line) => lines.push(line) })
  const url = `http://127.0.0.1:${port}`
  const client = createPublicClient({ transport: http(url), cacheTime: 0 })
  return { ...lazy, stateDir, lines, url, client }
}

function stateFolder() {
  const folder = temporaryFolder()
  onTestFinished(() => forgetFolder(folder))
  return folder
}

const creator = localAccount(5).address.toLowerCase() as Lowercase<`0x${string}`>
const balanceOf = (client: PublicClient, blockNumber?: bigint) =>
  client.readContract({
    ...(blockNumber !== undefined && { blockNumber }),
    address: ADDRESSES.token,
    abi: TOKEN,
    functionName: 'balanceOf',
    args: [creator],
  })
const give5 = (rpcUrl: string) =>
  give({ rpcUrl, chainId: 31_337, ...ADDRESSES }, creator, 5_000_000n)

test('the local chain starts with the first request', async () => {
  const { lines, url, client, stop } = await lazyChain()
  onTestFinished(stop)
  expect(lines).toEqual([])
  const { CHAIN_ESCROW, CHAIN_ID } = chainEnvironment(url)
  expect(String(await client.getChainId())).toBe(CHAIN_ID)
  expect(await client.getCode({ address: CHAIN_ESCROW })).toMatch(/^0x[0-9a-f]{1000}/)
  expect(lines).toHaveLength(1)
})

test('the contracts that KOLPACT_CHAIN_CONTRACTS names replace the contracts of the local chain, and nothing is added to their chain', async () => {
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

  const lazy = await lazyChain()
  const environment = chainEnvironment(lazy.url)
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

test('a local chain that was killed continues from its saved state, and its web pages show its transactions', async () => {
  const { client, url, stateDir, stop } = await lazyChain()
  onTestFinished(stop)
  const hash = await give5(url)
  const { blockHash, blockNumber } = await client.waitForTransactionReceipt({ hash })
  const isKept = () => readFileSync(join(stateDir, 'chain.json'), 'utf8').includes(hash)
  await expect.poll(isKept, { timeout: 10_000 }).toBe(true)

  // Copies the kept file while the first chain still runs, as if it had been killed now.
  const folder = stateFolder()
  copyFileSync(join(stateDir, 'chain.json'), join(folder, 'chain.json'))
  const again = await lazyChain(folder)
  onTestFinished(again.stop)
  expect((await again.client.getBlock({ blockNumber })).hash).toBe(blockHash)
  expect(await balanceOf(again.client)).toBe(5_000_000n)
  const { number } = await again.client.getBlock({ blockTag: 'finalized' })
  expect(await balanceOf(again.client, number), 'also as of a final block').toBe(5_000_000n)

  const read = async (path: string) => (await fetch(again.url + path)).text()
  for (const path of ['/', `/tx/${hash}`, `/address/${creator}`]) {
    const page = await read(path)
    expect(page).toContain(`/tx/${hash}`)
    expect(page).toContain(`/address/${creator}`)
  }
  expect(await read(`/address/${creator}`)).toMatch(/\b5 USDC/)
  expect((await fetch(`${again.url}/tx/0x12`)).status).toBe(404)
  expect((await fetch(`${again.url}/tx/0x${'1'.repeat(64)}`)).status).toBe(404)
})

test('the last transaction is saved when the chain is stopped', async () => {
  const first = await lazyChain()
  await first.client.getBlock()
  await give5(first.url)
  await first.stop()
  const second = await lazyChain(first.stateDir)
  onTestFinished(second.stop)
  expect(await balanceOf(second.client)).toBe(5_000_000n)
})

test('a saved chain that cannot be read is reported with the command that deletes it', async () => {
  const { client, lines, stateDir, stop } = await lazyChain()
  onTestFinished(stop)
  writeFileSync(join(stateDir, 'chain.json'), '{')
  await expect(client.getChainId()).rejects.toThrow('HTTP request failed')
  expect(lines.join()).toContain('npm run reset')
})
