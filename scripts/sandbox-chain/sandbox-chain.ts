// A local chain (anvil) with substitute contracts for the escrow, its collector and USDC, only for development and
// tests. KOLPACT_CHAIN_CONTRACTS names a file {rpcUrl, chainId, escrow, collector, token} of another deployment.
import { startChild, type Child } from 'local-supabase/children.ts'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  createPublicClient,
  createTestClient,
  http,
  parseAbi,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { compileContracts, type Contract } from './compile.ts'
import { foundryBinary } from './foundry.ts'

export type Deployment = {
  rpcUrl: string
  chainId: number
  escrow: Address
  collector: Address
  token: Address
}

export type SandboxChain = Deployment & { stop(): Promise<void> }

export const CHAIN_ID = 31_337
// The real addresses of the escrow v1.1, which clients of x402 expect, and of USDC on Base Sepolia.
export const ADDRESSES = {
  escrow: '0xf96815976523e00e65be8f34ca5e64b4f41eb19c',
  collector: '0x8612dfdc421f80336cd14e8ef9cb1e765db5ab88',
  token: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
} as const

/** Accounts of a publicly known test phrase, which have ETH on the local chain. */
export const localAccount = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })

/** The deployment of KOLPACT_CHAIN_CONTRACTS, for example of the real contracts; null without one. */
export function givenDeployment(): Deployment | null {
  const file = process.env['KOLPACT_CHAIN_CONTRACTS']
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as Deployment) : null
}

/** Starts the chain. The newest final block is `2 × slots` below the newest block. A chain saved in `file` is continued. */
export async function startSandboxChain(
  port: number,
  slots = 1,
  file?: string,
): Promise<SandboxChain> {
  const given = givenDeployment()
  if (given) return { ...given, stop: async () => {} }
  const rpcUrl = `http://127.0.0.1:${port}`
  const kept = file !== undefined && existsSync(file) ? ['--load-state', file] : []
  const child = startAnvil([`--port=${port}`, `--slots-in-an-epoch=${slots}`, ...kept])
  try {
    await isReady(rpcUrl, child)
    if (kept.length === 0) await deploy(rpcUrl)
  } catch (error) {
    await child.stop()
    throw error
  }
  return { rpcUrl, chainId: CHAIN_ID, ...ADDRESSES, stop: child.stop }
}

const startAnvil = (args: string[]) =>
  startChild({
    command: foundryBinary('anvil'),
    args: ['--silent', '--host=127.0.0.1', ...args],
    stopSignal: 'SIGKILL',
  })

async function isReady(rpcUrl: string, child: Child) {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) })
  let ended: string | undefined
  void child.ended.then((how) => (ended = how))
  for (let attempt = 0; attempt < 600; attempt++) {
    if (ended) throw new Error(`anvil ${ended}`)
    if (await client.getChainId().catch(() => null)) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('anvil does not answer.')
}

/** Saves the whole chain to a file. Anvil's own option --state leaves an empty file if anvil is killed while writing. */
export async function keepChain({ rpcUrl }: Deployment, file: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  const state = await client.dumpState()
  writeFileSync(`${file}.new`, gunzipSync(Buffer.from(state.slice(2), 'hex')))
  renameSync(`${file}.new`, file)
}

/** Puts the code of each contract at its expected address. */
async function deploy(rpcUrl: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  const contracts = compileContracts()
  const account = localAccount(9)
  const place = async (name: string, address: Address, args: unknown[] = []) => {
    const { abi, bytecode } = contracts[name] as Contract
    const hash = await client.deployContract({ abi, bytecode, args, account, chain: null })
    const { contractAddress } = await client.waitForTransactionReceipt({
      hash,
      pollingInterval: 20,
    })
    const code = await client.getCode({ address: contractAddress as Address })
    await client.setCode({ address, bytecode: code as Hex })
  }
  await place('Escrow', ADDRESSES.escrow)
  await place('Collector', ADDRESSES.collector, [ADDRESSES.escrow])
  await place('TestUSDC', ADDRESSES.token)
}

const TEST_USDC = parseAbi([
  'function mint(address to, uint256 value)',
  'function freeze(address account, bool frozen)',
])

/** Calls a contract from a new sender, because anvil may give concurrent transactions of one sender the same nonce. */
async function call(
  { rpcUrl, token }: Deployment,
  functionName: 'mint' | 'freeze',
  args: [Address, bigint] | [Address, boolean],
): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(walletActions)
  await client.setBalance({ address: account.address, value: 10n ** 18n })
  return client.writeContract({
    account,
    address: token,
    abi: TEST_USDC,
    chain: null,
    functionName,
    args: args as never,
  })
}

/** Gives local USDC to an address. */
export const give = (chain: Deployment, to: Address, amount: bigint) =>
  call(chain, 'mint', [to, amount])

/** Freezes an address, so that the token cannot move from or to it, or ends the freeze. */
export const freeze = (chain: Deployment, account: Address, frozen: boolean) =>
  call(chain, 'freeze', [account, frozen])
