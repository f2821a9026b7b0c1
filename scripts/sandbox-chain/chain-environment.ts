import { toHex } from 'viem'
import { localAccount, type Deployment } from './sandbox-chain.ts'

/** Settings of functions and client for a chain of this machine: its first account is the operator, its ninth takes the fees. */
export function chainEnvironment(chain: Deployment): Record<string, string> {
  const key = localAccount(0).getHdKey().privateKey
  if (!key) throw new Error('A local account has a key.')
  return {
    CHAIN_ID: String(chain.chainId),
    CHAIN_RPC_URLS: chain.rpcUrl,
    CHAIN_ESCROW: chain.escrow,
    CHAIN_COLLECTOR: chain.collector,
    CHAIN_TOKEN: chain.token,
    CHAIN_FEE_ADDRESS: localAccount(8).address,
    CHAIN_OPERATOR_KEYS: toHex(key),
    VITE_CHAIN_RPC_URL: chain.rpcUrl,
  }
}
