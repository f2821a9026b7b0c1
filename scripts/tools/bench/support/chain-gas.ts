// Measures the gas of each act on a payment with the substitute contracts, on a local chain whose time can be set.
import { freePort } from 'local-supabase/ports.ts'
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  http,
  publicActions,
  toHex,
  zeroAddress,
  type Hex,
  type PublicClient,
} from 'viem'
import { ESCROW } from '../../../../supabase/functions/_shared/chain/abi.ts'
import { callOf, type Call } from '../../../../supabase/functions/_shared/chain/calls.ts'
import { openChain, type Chain } from '../../../../supabase/functions/_shared/chain/chain.ts'
import {
  infoOf,
  namesOf,
  typedDataOf,
  type ChainPayment,
} from '../../../../supabase/functions/_shared/chain/payment.ts'
import { give, localAccount, startSandboxChain } from '../../../sandbox-chain/sandbox-chain.ts'

const [operator, feeAddress, payer] = [localAccount(0), localAccount(1).address, localAccount(2)]
const LIFE_S = 7_200

/** Makes a signed payment of 1 USDC to an address that never had USDC. */
async function newPayment(chain: Chain, nr: number): Promise<ChainPayment> {
  const now = Math.floor(Date.now() / 1000)
  const payment: ChainPayment = {
    id: '',
    order_id: '',
    operator: operator.address,
    payer: payer.address,
    receiver: localAccount(100 + nr).address,
    token: chain.token,
    collector: chain.collector,
    max_amount_minor: 1_000_000,
    max_fee_bps: 1000,
    pre_approval_expiry: now + LIFE_S / 2,
    authorization_expiry: now + LIFE_S,
    refund_expiry: now + LIFE_S,
    fee_receiver: zeroAddress,
    salt: toHex(nr, { size: 32 }),
    payment_hash: null,
    nonce: null,
    signature: null,
    closed_at: null,
  }
  Object.assign(payment, await namesOf(chain, payment))
  return {
    ...payment,
    signature: await payer.signTypedData((await typedDataOf(chain, payment)) as never),
  }
}

export async function gasOfActs(): Promise<[act: string, gas: bigint][]> {
  const local = await startSandboxChain(await freePort())
  try {
    const transport = http(local.rpcUrl)
    const node = createTestClient({ mode: 'anvil', transport }).extend(publicActions)
    const settings = { ...local, feeAddress, keys: [], confirmations: null }
    const chain = openChain(settings, [node as unknown as PublicClient])
    await give(local, payer.address, 3_000_000n)
    const send = async (account: typeof operator, data: Hex) => {
      const client = createWalletClient({ transport, account })
      const hash = await client.sendTransaction({ to: local.escrow, data, chain: null })
      const receipt = await node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      if (receipt.status !== 'success') throw new Error('The escrow refused.')
      return receipt.gasUsed
    }
    const act = (payment: ChainPayment, kind: Call['kind'], amount_minor: string) =>
      send(operator, callOf(chain, { kind, amount_minor, fee_bps: 1000, payment }))
    // A first payment creates the operator's token store and the fee address's balance, which costs gas only once.
    const other = await newPayment(chain, 1)
    await act(other, 'authorize', '1000000')
    await act(other, 'capture', '200000')
    const payment = await newPayment(chain, 2)
    const gas: [string, bigint][] = [
      ['authorize', await act(payment, 'authorize', '1000000')],
      ['capture, the first to a wallet', await act(payment, 'capture', '400000')],
      ['capture, a later one', await act(payment, 'capture', '200000')],
      ['void of the rest', await act(payment, 'void', '400000')],
    ]
    await node.increaseTime({ seconds: LIFE_S })
    const args = [infoOf(other)] as const
    const reclaim = encodeFunctionData({ abi: ESCROW, functionName: 'reclaim', args })
    return [...gas, ['reclaim, by the payer', await send(payer, reclaim)]]
  } finally {
    await local.stop()
  }
}
