// The public chains and escrow contracts that this client knows. It compares them with what a wallet is asked to sign,
// so that a server that names other contracts cannot have anything signed.

interface Network {
  name: string
  explorer: string | undefined
  /** A public node, for a wallet that does not know the chain yet, and for reads if the wallet is on another device. */
  rpc: string | undefined
  /** The address of USDC; null on a chain whose money has no value. */
  token: string | null
}

const local = import.meta.env as Record<string, string | undefined>

/** The chain of a developer's machine, whose money has no value. */
const LOCAL_CHAIN = 31337

const NETWORKS: Record<number, Network> = {
  8453: {
    name: 'Base',
    explorer: 'https://basescan.org',
    rpc: 'https://mainnet.base.org',
    token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  },
  84532: {
    name: 'Base Sepolia',
    explorer: 'https://sepolia.basescan.org',
    rpc: 'https://sepolia.base.org',
    token: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  },
  [LOCAL_CHAIN]: {
    name: 'Kolpact Local',
    explorer: local.VITE_CHAIN_EXPLORER_URL || undefined,
    rpc: local.VITE_CHAIN_RPC_URL || undefined,
    token: null,
  },
}

/** Versions of the escrow in the Commerce Payments Protocol, each with the contract that collects a signed payment for it. */
const CONTRACTS: readonly (readonly [escrow: string, collector: string])[] = [
  ['0xf96815976523e00e65be8f34ca5e64b4f41eb19c', '0x8612dfdc421f80336cd14e8ef9cb1e765db5ab88'],
  ['0xbdea0d1bcc5966192b070fdf62ab4ef5b4420cff', '0x0e3df9510de65469c4518d7843919c0b8c7a7757'],
]

export const networkOf = (chainId: number): Network | undefined => NETWORKS[chainId]

/** The chains for which a public node is configured. */
export const readableChains = (): number[] =>
  Object.keys(NETWORKS)
    .map(Number)
    .filter((id) => networkOf(id)?.rpc)

export const networkName = (chainId: number) => networkOf(chainId)?.name ?? `#${chainId}`

/** The explorer page of a transaction or an address; undefined if the chain has no explorer. */
export function explorerPage(chainId: number, kind: 'tx' | 'address', value: string) {
  const explorer = networkOf(chainId)?.explorer
  return explorer && `${explorer}/${kind}/${value}`
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

interface Contracts {
  chain_id: number
  token: string
  escrow: string
  collector: string
}

/** True for contracts that this client knows, and for every contract on the developer's chain. */
export function areKnown({ chain_id, token, escrow, collector }: Contracts): boolean {
  const network = networkOf(chain_id)
  if (!network) return false
  if (network.token === null) return true
  const isProtocol = CONTRACTS.some(
    ([known, its]) => isSame(known, escrow) && isSame(its, collector),
  )
  return isProtocol && isSame(network.token, token)
}

/** The first and last characters of an address, which are enough to tell two addresses apart. */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
