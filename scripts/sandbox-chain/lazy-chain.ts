// The local chain behind an address that is there from the start: anvil begins with the first question, so that a
// stack on which nobody pays in USDC is as quick as without it.
import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import { freePort } from 'local-supabase/ports.ts'
import { toHex } from 'viem'
import {
  ADDRESSES,
  CHAIN_ID,
  give,
  givenDeployment,
  localAccount,
  startSandboxChain,
  type SandboxChain,
} from './sandbox-chain.ts'

/** The account whose wallet a demo brand has (web/src/dev/demo-wallet.ts), and what it can spend. */
const DEMO_BRAND = 2
const DEMO_USDC = 100_000_000_000n
/** Anvil makes a block for each transaction; others that follow make it final. */
const BLOCK_MS = 2_000

const mine = (rpcUrl: string) =>
  fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }),
  }).catch(() => {})

export type LazyChain = { stop(): Promise<void> }

export async function startLazyChain(
  port: number,
  log: (line: string) => void,
): Promise<LazyChain> {
  let chain: Promise<SandboxChain> | undefined
  let clock: ReturnType<typeof setInterval> | undefined
  const begin = async () => {
    log('Local chain (USDC is used for the first time) …')
    const started = await startSandboxChain(await freePort())
    if (givenDeployment()) return started
    await give(started, localAccount(DEMO_BRAND).address, DEMO_USDC)
    clock = setInterval(() => void mine(started.rpcUrl), BLOCK_MS)
    return started
  }
  const fetchFrom = async (request: Request) => {
    const { rpcUrl } = await (chain ??= begin())
    const body = await request.text()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
    return new Response(answer.body, { status: answer.status, headers: { ...headers, ...CORS } })
  }
  const answer = (request: Request) =>
    request.method === 'POST'
      ? fetchFrom(request)
      : new Response(null, { status: 204, headers: CORS })
  const server = serve({ fetch: answer, port, hostname: '127.0.0.1' }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  return {
    async stop() {
      clearInterval(clock)
      server.close()
      server.closeAllConnections()
      await (await chain)?.stop()
    },
  }
}

/** The wallet of the page asks from another address. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
}

/** Settings of the edge functions for the chain at this address, with a key that everybody knows. */
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
