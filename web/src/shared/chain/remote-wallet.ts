import { SignClient } from '@walletconnect/sign-client'
import { callNode } from '@/domain/chain/call-node.ts'
import { networkOf, readableChains } from '@/domain/chain/networks.ts'
import { useWallets, type Provider } from '@/domain/chain/wallets.ts'
import { AppError } from '@/lib/api/errors.ts'
import { openPairing, type PairingFailure, type Pairing } from './pairing.ts'
import { RDNS } from './wallet-connect.ts'

// Makes the wallet at the other end of a connection a provider of this page (EIP-1193). The wallet signs and sends; a
// public node answers requests that only read.

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Session = Awaited<ReturnType<Awaited<ReturnType<Client['connect']>>['approval']>>
type Asked = Parameters<Provider['request']>[0]
export type RemoteWallet = Required<Provider>

const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const EVENTS = ['accountsChanged', 'chainChanged']
const REJECTED = 4001
/** First number of the errors by which a wallet refuses a connection or a request (5000 to 5999). */
const FIRST_REFUSAL = 5000
const LEFT = { code: 6000, message: 'User disconnected.' }

/** Replaces the browser's storage: a connection ends with its page, and nothing is stored after it. */
function memory() {
  const kept = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...kept.keys()]),
    getEntries: <Value>() => Promise.resolve([...kept] as [string, Value][]),
    getItem: <Value>(key: string) => Promise.resolve(kept.get(key) as Value | undefined),
    setItem: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void kept.delete(key)),
  }
}

const storage = memory()
/** The library's storage key for the address of the wallet app, which it opens at each request. */
const APP = 'WALLETCONNECT_DEEPLINK_CHOICE'

let starting: Promise<Client> | undefined
let session: Session | null = null
/** Number of connections that were offered and that a wallet may still accept. */
let proposals = 0
let chainId = 0
const listeners: [event: string, listener: (value: never) => void][] = []

function tell(event: string, value: unknown) {
  for (const [name, listener] of listeners) if (name === event) listener(value as never)
}

/** Accounts of the session as [chain, address]. */
const approved = () =>
  (session?.namespaces.eip155?.accounts ?? []).map(
    (account) => account.split(':').slice(1) as [chain: string, address: string],
  )

const isApproved = (chain: number) => approved().some(([name]) => Number(name) === chain)

const accounts = () =>
  approved().flatMap(([chain, address]) => (Number(chain) === chainId ? [address] : []))

function lose() {
  session = null
  tell('accountsChanged', [])
}

async function start(): Promise<Client> {
  const client = await SignClient.init({
    projectId: String(import.meta.env.VITE_WALLETCONNECT_PROJECT_ID),
    metadata: {
      name: 'Kolpact',
      description: document.title,
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
    storage,
    telemetryEnabled: false,
    logger: 'silent',
  })
  // Turns off the library's verification of the site in a frame of its maker. Our content security policy allows no such
  // frame, and the library would wait for it at each request.
  client.core.verify.register = () => Promise.resolve('')
  const isOurs = ({ topic }: { topic: string }) => topic === session?.topic
  client.on('session_delete', (event) => isOurs(event) && lose())
  client.on('session_expire', (event) => isOurs(event) && lose())
  client.on('session_update', (event) => {
    if (!session || !isOurs(event)) return
    session = { ...session, namespaces: event.params.namespaces }
    tell('accountsChanged', accounts())
  })
  return client
}

const ready = () =>
  (starting ??= start().catch((error: unknown) => {
    starting = undefined
    throw error
  }))

async function propose(pairing: Pairing): Promise<Session> {
  const client = await ready()
  const chains = readableChains().map((id) => `eip155:${id}`)
  const eip155 = { chains, methods: METHODS, events: EVENTS }
  proposals += 1
  try {
    const { uri, approval } = await client.connect({ optionalNamespaces: { eip155 } })
    pairing.show(uri ?? '')
    return await approval()
  } catch (error) {
    // Without this, the library would keep trying to connect to the relay.
    if (proposals === 1 && !session) void client.core.relayer.transportClose().catch(() => {})
    throw error
  } finally {
    proposals -= 1
  }
}

const codeOf = (error: unknown) => Number((error as { code?: unknown } | null)?.code ?? 0)
const isRefusal = (error: unknown) =>
  codeOf(error) === REJECTED || Math.floor(codeOf(error) / 1000) * 1000 === FIRST_REFUSAL
const isLate = (error: unknown) => /expired/i.test((error as Partial<Error> | null)?.message ?? '')

function whyNot(error: unknown): PairingFailure {
  console.warn('WalletConnect:', error)
  if (isRefusal(error)) return 'refused'
  return isLate(error) ? 'late' : 'unreachable'
}

const end = async ({ topic }: Session) => (await ready()).disconnect({ topic, reason: LEFT })

/** Shows how to connect, until a wallet has accepted or the dialog is closed. */
async function pair() {
  const pairing = await openPairing()
  const proposed = propose(pairing)
  const agreed = await Promise.race([proposed, pairing.closed]).catch((error: unknown) => {
    pairing.fail(whyNot(error))
    return pairing.closed
  })
  // The dialog was closed: a wallet that accepts later is disconnected.
  if (!agreed) return void proposed.then(end).catch(() => {})
  session = agreed
  chainId = readableChains().find(isApproved) ?? Number(approved()[0]?.[0] ?? 0)
  const app = pairing.isHere() && agreed.peer.metadata.redirect?.native
  await (app ? storage.setItem(APP, JSON.stringify({ href: app })) : storage.removeItem(APP))
  pairing.close()
}

async function askWallet({ method, params }: Asked): Promise<unknown> {
  if (!session) throw new AppError('wallet_failed')
  const client = await ready()
  try {
    const request = { method, params }
    return await client.request({ topic: session.topic, chainId: `eip155:${chainId}`, request })
  } catch (error) {
    if (isLate(error)) throw new AppError('wallet_silent')
    throw isRefusal(error) ? Object.assign(new Error('refused'), { code: REJECTED }) : error
  }
}

async function request(asked: Asked): Promise<unknown> {
  const { method, params = [] } = asked
  if (method === 'eth_requestAccounts' && !session) await pair()
  if (method === 'eth_requestAccounts' || method === 'eth_accounts') return accounts()
  if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
  if (method === 'wallet_switchEthereumChain') {
    const wanted = Number((params[0] as { chainId: string }).chainId)
    if (!isApproved(wanted)) await askWallet(asked)
    chainId = wanted
    return null
  }
  return METHODS.includes(method)
    ? askWallet(asked)
    : callNode(networkOf(chainId)?.rpc ?? '', method, params)
}

// Choosing another wallet ends the connection.
useWallets.subscribe(({ wallet }, before) => {
  if (before.wallet?.rdns !== RDNS || wallet?.rdns === RDNS || !session) return
  const left = session
  session = null
  void end(left).catch(() => {})
})

export const remoteWallet: RemoteWallet = {
  request,
  on: (event, listener) => listeners.push([event, listener]),
}
