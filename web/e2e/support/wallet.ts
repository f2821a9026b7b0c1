import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { callNode } from '../../src/domain/chain/call-node.ts'
import {
  ADDRESSES,
  CHAIN_ID,
  give,
  givenDeployment,
  type Deployment,
} from '../../../scripts/sandbox-chain/sandbox-chain.ts'

type Answer = (method: string, params: unknown[]) => unknown

/** A refusal with the number that wallets give it (EIP-1193). */
export const refuse = (code: number) => Object.assign(new Error(`refused: ${code}`), { code })

/** Runs before the scripts of the page: adds a wallet that announces itself like an extension (EIP-6963). */
function announceWallet() {
  type Outcome = { result?: unknown; code?: number }
  const listeners: Record<string, ((value: unknown) => void)[]> = {}
  const page = window as unknown as {
    askWallet: (method: string, params: unknown[]) => Promise<Outcome>
    tellWallet: (event: string, value: unknown) => void
  }
  page.tellWallet = (event, value) => listeners[event]?.forEach((listener) => listener(value))
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const { result, code } = await page.askWallet(method, params)
      if (code !== undefined) throw Object.assign(new Error('refused'), { code })
      return result
    },
    on: (event: string, listener: (value: unknown) => void) =>
      (listeners[event] ??= []).push(listener),
  }
  const detail = Object.freeze({
    info: {
      uuid: crypto.randomUUID(),
      name: 'Test wallet',
      rdns: 'org.example.wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Gives a page a wallet. `answer` responds to its requests; an error with a code that it throws becomes the wallet's refusal. */
export async function addWallet(page: Page, answer: Answer) {
  await page.exposeFunction('askWallet', async (method: string, params: unknown[]) => {
    try {
      return { result: await answer(method, params) }
    } catch (error) {
      return { code: (error as { code?: number }).code ?? -32603 }
    }
  })
  await page.addInitScript(announceWallet)
}

/** Sends an event of the wallet to the page. */
export const tell = (page: Page, event: 'accountsChanged' | 'chainChanged', value: unknown) =>
  page.evaluate(
    ([name, what]) =>
      (window as unknown as { tellWallet: (name: string, what: unknown) => void }).tellWallet(
        name as string,
        what,
      ),
    [event, value],
  )

/** The encoded result of a contract call: numbers of 32 bytes. */
export const words = (...numbers: (number | bigint | boolean)[]) =>
  `0x${numbers.map((each) => BigInt(each).toString(16).padStart(64, '0')).join('')}`

const chain = (): Deployment => ({
  chainId: CHAIN_ID,
  ...ADDRESSES,
  ...givenDeployment(),
  rpcUrl: process.env['CHAIN_URL'] ?? '',
})

/** Sends a request to the node of the local chain, as a wallet does. */
export const askNode = (method: string, params?: unknown[]) =>
  callNode(chain().rpcUrl, method, params)

export const newAccount = () => privateKeyToAccount(generatePrivateKey())
export const giveUsdc = (to: PrivateKeyAccount, minor: bigint) => give(chain(), to.address, minor)

/** The USDC balance of an address on the chain. */
export async function usdcOf(address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt((await askNode('eth_call', [{ to: chain().token, data }, 'latest'])) as string)
}

/** Responses of a wallet whose owner approves everything. */
export const nodeWallet =
  (account: PrivateKeyAccount): Answer =>
  (method, params) => {
    const [first, second] = params as [`0x${string}`, string]
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address]
    if (method === 'personal_sign') return account.signMessage({ message: { raw: first } })
    if (method === 'eth_signTypedData_v4')
      return account.signTypedData(
        JSON.parse(second) as Parameters<typeof account.signTypedData>[0],
      )
    return askNode(method, params)
  }
