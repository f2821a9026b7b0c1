import { getAddress, isAddress, type Address, type Hex } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { firstNode, type Chain } from '../_shared/chain/chain.ts'
import { isSignature } from '../_shared/chain/payment.ts'
import { Refusal } from '../_shared/errors.ts'

export type Wanted = { act: 'begin' } | { act: 'save'; message: string; signature: Hex }

export function readWanted(body: Record<string, unknown>): Wanted {
  const { message, signature } = body
  if (message === undefined && signature === undefined) return { act: 'begin' }
  if (typeof message === 'string' && message.length <= 2000 && isSignature(signature))
    return { act: 'save', message, signature }
  throw new Refusal(422, 'invalid_body')
}

const STATEMENT = 'This wallet is mine. Pay my orders in USDC to it.'
/** The placeholder that becomes `{address}` in the message; the client fills in its address with its checksum. */
const PLACE = '0x0000000000000000000000000000000000000000'

/** The text that the wallet has to sign (EIP-4361); `{address}` stands for the wallet's address. */
export const messageFor = (site: string, chainId: number, nonce: string, expiresAt: Date) =>
  createSiweMessage({
    domain: new URL(site).host,
    uri: site,
    address: PLACE,
    statement: STATEMENT,
    version: '1',
    chainId,
    nonce,
    issuedAt: new Date(),
    expirationTime: expiresAt,
  }).replace(PLACE, '{address}')

/** The address and the nonce of a signed message; refuses a message for another site or chain, or a wrong signature. */
export async function proved(
  chain: Chain,
  site: string,
  { message, signature }: { message: string; signature: Hex },
  verify = (given: { address: Address; message: string; signature: Hex }) =>
    firstNode(chain).verifyMessage(given),
): Promise<{ address: Address; nonce: string }> {
  const { address, nonce, domain, uri, chainId, expirationTime, statement } =
    parseSiweMessage(message)
  const isOurs =
    domain === new URL(site).host &&
    uri === site &&
    chainId === chain.chainId &&
    statement === STATEMENT &&
    expirationTime !== undefined &&
    expirationTime.getTime() > Date.now()
  if (!isOurs || !nonce || !address || !isAddress(address) || getAddress(address) !== address)
    throw new Refusal(422, 'message_invalid')
  if (!(await verify({ address, message, signature }))) throw new Refusal(422, 'signature_invalid')
  return { address, nonce }
}
