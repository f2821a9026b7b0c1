import { createPublicClient, http, type Address, type Hex } from 'viem'
import { requiredSetting, setting } from '../environment.ts'
import { Refusal } from '../errors.ts'
import { lower, openChain, type Chain } from './chain.ts'

/** A node that does not answer must not use up the time of a function. */
const TIMEOUT_MS = 8000

const listOf = (name: string) =>
  requiredSetting(name)
    .split(/[\s,]+/)
    .filter(Boolean)

/** The chain that the environment variables configure; refuses when none is configured. */
export function configuredChain(): Chain {
  if (!setting('CHAIN_OPERATOR_KEYS')) throw new Refusal(409, 'chain_not_configured')
  const address = (name: string) => lower(requiredSetting(name) as Address)
  const confirmations = setting('CHAIN_CONFIRMATIONS')
  return openChain(
    {
      chainId: Number(requiredSetting('CHAIN_ID')),
      escrow: address('CHAIN_ESCROW'),
      collector: address('CHAIN_COLLECTOR'),
      token: address('CHAIN_TOKEN'),
      feeAddress: address('CHAIN_FEE_ADDRESS'),
      keys: listOf('CHAIN_OPERATOR_KEYS') as Hex[],
      confirmations: confirmations === undefined ? null : Number(confirmations),
    },
    listOf('CHAIN_RPC_URLS').map((url) =>
      createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1 }) }),
    ),
  )
}
