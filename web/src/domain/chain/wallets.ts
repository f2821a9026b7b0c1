import { create } from 'zustand'
import { AppError } from '@/lib/api/errors.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { networkOf } from './networks.ts'

// The wallets of this browser, found by EIP-6963, and the connected one. A wallet asks its owner about each request and
// may never answer, so no request here has a time limit.

/** A wallet as its extension offers it to a page (EIP-1193). */
export interface Provider {
  request: (asked: { method: string; params?: readonly unknown[] }) => Promise<unknown>
  on?: (event: string, listener: (value: never) => void) => unknown
}

export interface Wallet {
  /** The reversed domain name of its maker. */
  rdns: string
  name: string
  /** A picture as a data URL. */
  icon: string | null
  provider: Provider
}

interface State {
  found: readonly Wallet[]
  wallet: Wallet | null
  /** The address as the wallet writes it. */
  address: string | null
  chainId: number | null
}

export const useWallets = create<State>(() => ({
  found: [],
  wallet: null,
  address: null,
  chainId: null,
}))

const REJECTED = 4001
const PENDING = -32002
const UNKNOWN_CHAIN = 4902

const codeOf = (error: unknown) =>
  (error as { code?: unknown; data?: { originalError?: { code?: unknown } } } | null)?.data
    ?.originalError?.code ?? (error as { code?: unknown } | null)?.code

/** Converts an error of a wallet to one with a translated text. The wallet's own text is only logged. */
export function walletFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  console.warn('wallet:', error)
  const code = codeOf(error)
  if (code === REJECTED) return new AppError('wallet_rejected')
  return new AppError(code === PENDING ? 'wallet_pending' : 'wallet_failed')
}

/** Sends a request to a wallet; an error that it throws has a translated text. */
export const ask = <Answer>(
  { provider }: Wallet,
  method: string,
  params: readonly unknown[] = [],
): Promise<Answer> =>
  provider.request({ method, params }).catch((error: unknown) => {
    throw walletFailure(error)
  }) as Promise<Answer>

/** The wallet in an announcement event; null if the event does not follow the standard. */
export function announced(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as {
    info?: Record<string, unknown>
    provider?: Provider
  }
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string' || !name.trim()) return null
  if (typeof provider?.request !== 'function') return null
  const isPicture = typeof icon === 'string' && icon.startsWith('data:image/')
  return { rdns, name: name.slice(0, 60), icon: isPicture ? icon : null, provider }
}

const read = () => localStorage.getItem(STORAGE_KEYS.wallet)

let isLooking = false
/** Starts to list the wallets of this browser. The wallet that was connected before is connected again, if it allows that. */
export function findWallets() {
  if (!isLooking) addEventListener('eip6963:announceProvider', onAnnouncement)
  isLooking = true
  dispatchEvent(new Event('eip6963:requestProvider'))
}

function onAnnouncement(event: Event) {
  const wallet = announced((event as CustomEvent).detail)
  const { found, wallet: connected } = useWallets.getState()
  // A wallet announces itself again for every page script that asks; repetitions are ignored.
  if (!wallet || found.some(({ rdns }) => rdns === wallet.rdns)) return
  useWallets.setState({
    found: [...found, wallet].toSorted((a, b) => a.name.localeCompare(b.name)),
  })
  if (!connected && read() === wallet.rdns) void open(wallet, 'eth_accounts').catch(() => {})
}

const heard = new WeakSet<Provider>()

function listenTo(wallet: Wallet) {
  if (heard.has(wallet.provider)) return
  heard.add(wallet.provider)
  const isCurrent = () => useWallets.getState().wallet === wallet
  wallet.provider.on?.('accountsChanged', (accounts: string[]) => {
    if (!isCurrent()) return
    if (accounts[0]) useWallets.setState({ address: accounts[0] })
    else disconnect()
  })
  wallet.provider.on?.('chainChanged', (chainId: string) => {
    if (isCurrent()) useWallets.setState({ chainId: Number(chainId) })
  })
}

async function open(wallet: Wallet, method: 'eth_accounts' | 'eth_requestAccounts') {
  const [address] = await ask<string[]>(wallet, method)
  // There is no account yet, or the dialog of the connection was closed.
  if (!address) return
  const chainId = Number(await ask<string>(wallet, 'eth_chainId'))
  useWallets.setState({ wallet, address, chainId })
  listenTo(wallet)
  localStorage.setItem(STORAGE_KEYS.wallet, wallet.rdns)
}

/** Asks the wallet for an account and connects it. */
export const connect = (wallet: Wallet) => open(wallet, 'eth_requestAccounts')

export function disconnect() {
  localStorage.removeItem(STORAGE_KEYS.wallet)
  useWallets.setState({ wallet: null, address: null, chainId: null })
}

/** Switches the wallet to a chain, and adds the chain if the wallet does not know it. */
export async function switchChain(wallet: Wallet, chainId: number) {
  const id = `0x${chainId.toString(16)}`
  try {
    await wallet.provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: id }],
    })
  } catch (error) {
    const network = networkOf(chainId)
    if (codeOf(error) !== UNKNOWN_CHAIN || !network?.rpc) throw walletFailure(error)
    await ask(wallet, 'wallet_addEthereumChain', [
      {
        chainId: id,
        chainName: network.name,
        rpcUrls: [network.rpc],
        blockExplorerUrls: network.explorer ? [network.explorer] : null,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ])
  }
  useWallets.setState({ chainId: Number(await ask<string>(wallet, 'eth_chainId')) })
}
