// Serves the local chain. Its address answers from the start, but anvil starts only with the first request, so that a
// stack without payments in USDC does not start slower. Blocks are kept for the next start, and a browser
// that opens the address shows them.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { freePort } from 'local-supabase/ports.ts'
import { createTestClient, http, toHex } from 'viem'
import { chainPages } from './chain-pages.ts'
import {
  ADDRESSES,
  CHAIN_ID,
  give,
  givenDeployment,
  keepChain,
  localAccount,
  startSandboxChain,
  type SandboxChain,
} from './sandbox-chain.ts'

/** The account of the demo brand's wallet (web/src/dev/demo-wallet.ts), and its USDC at the start. */
const DEMO_BRAND = 2
const DEMO_USDC = 100_000_000_000n
const BEAT_MS = 2_000
/** Anvil makes a block for each transaction. A block is final after this many further blocks. */
const BLOCKS_TO_FINAL = 3
/** Beats between blocks without transactions: a minute, so that the chain's time goes on and its file stays small. */
const BEATS_BETWEEN = 30
/** Requests that may change the chain, after which it is saved. */
const CHANGE = /"(eth_send|evm_|anvil_)/

export type LazyChain = { stop(): Promise<void> }

type Options = { port: number; stateDir: string; log: (line: string) => void }

export async function startLazyChain({ port, stateDir, log }: Options): Promise<LazyChain> {
  const file = join(stateDir, 'chain.json')
  let chain: Promise<Running> | undefined
  const running = () =>
    (chain ??= begin(file, log).catch((error: Error) => {
      log(`The local chain does not start: ${error.message}. "npm run reset" begins anew.`)
      throw error
    }))
  const ask = async (request: Request) => {
    const { rpcUrl, changed } = await running()
    const body = await request.text()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
    if (CHANGE.test(body)) changed()
    return new Response(answer.body, { status: answer.status, headers: { ...headers, ...CORS } })
  }
  const app = new Hono()
    .post('*', (c) => ask(c.req.raw))
    .options('*', () => new Response(null, { status: 204, headers: CORS }))
    .route('/', chainPages(running))
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  return {
    async stop() {
      server.close()
      server.closeAllConnections()
      await (await chain?.catch(() => undefined))?.stop()
    },
  }
}

type Running = SandboxChain & { changed(): void }

/** Starts the chain, new or from its file; from then on mines blocks and saves it. */
async function begin(file: string, log: (line: string) => void): Promise<Running> {
  const isNew = !existsSync(file)
  log(isNew ? 'Local chain (USDC is used for the first time) …' : 'Local chain …')
  const chain = await startSandboxChain(await freePort(), 1, file)
  if (givenDeployment()) return { ...chain, changed: () => {} }
  if (isNew) await give(chain, localAccount(DEMO_BRAND).address, DEMO_USDC)
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
  const advance = async (blocks: number) => {
    await client.mine({ blocks })
    await keepChain(chain, file)
  }
  // New blocks, because anvil knows no balances as of the blocks that it loaded from the file.
  await advance(BLOCKS_TO_FINAL)
  let [due, beats] = [0, 0]
  const beat = setInterval(() => {
    if (due === 0 && ++beats % BEATS_BETWEEN !== 0) return
    due = Math.max(due - 1, 0)
    advance(1).catch((error: Error) => log(`The local chain is not kept: ${error.message}`))
  }, BEAT_MS)
  return {
    ...chain,
    changed: () => (due = BLOCKS_TO_FINAL),
    async stop() {
      clearInterval(beat)
      await keepChain(chain, file).catch(() => {})
      await chain.stop()
    },
  }
}

/** CORS headers, because the wallet in the client's page requests from another origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
}

/** Settings of the edge functions for the chain at this address, with a publicly known test key. */
export function chainEnvironment(rpcUrl: string) {
  const { chainId, escrow, collector, token } = givenDeployment() ?? {
    chainId: CHAIN_ID,
    ...ADDRESSES,
  }
  return {
    CHAIN_ID: String(chainId),
    CHAIN_RPC_URLS: rpcUrl,
    CHAIN_ESCROW: escrow,
    CHAIN_COLLECTOR: collector,
    CHAIN_TOKEN: token,
    CHAIN_FEE_ADDRESS: localAccount(1).address,
    CHAIN_OPERATOR_KEYS: toHex(localAccount(0).getHdKey().privateKey ?? new Uint8Array()),
  }
}
