import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ME = '0x2222222222222222222222222222222222222222'
const session = {
  topic: 'session',
  peer: { metadata: {} },
  namespaces: { eip155: { accounts: [`eip155:84532:${ME}`, `eip155:8453:${ME}`] } },
}
const { client, pairing, events } = vi.hoisted(() => {
  const heard = new Map<string, (event: object) => void>()
  return {
    events: heard,
    client: {
      core: {
        verify: {},
        relayer: { transportClose: vi.fn<() => Promise<void>>(() => Promise.resolve()) },
      },
      on: (name: string, listener: (event: object) => void) => heard.set(name, listener),
      connect: vi.fn<(asked: object) => Promise<object>>(),
      request: vi.fn<(asked: object) => Promise<unknown>>(),
      disconnect: vi.fn<(left: object) => Promise<void>>(() => Promise.resolve()),
    },
    pairing: {
      show: vi.fn<(address: string) => void>(),
      fail: vi.fn<(why: string) => void>(),
      close: vi.fn<() => void>(),
      closed: new Promise<void>(() => {}),
      isHere: () => false,
    },
  }
})
vi.mock('@walletconnect/sign-client', () => ({
  SignClient: { init: () => Promise.resolve(client) },
}))
vi.mock('./pairing.ts', () => ({ openPairing: () => Promise.resolve(pairing) }))

const load = async () => (await import('./remote-wallet.ts')).remoteWallet
const agree = (approval = () => Promise.resolve(session as object)) =>
  client.connect.mockResolvedValue({ uri: 'wc:1', approval })

async function connected() {
  agree()
  const wallet = await load()
  await wallet.request({ method: 'eth_requestAccounts' })
  return wallet
}

beforeEach(() => {
  vi.stubGlobal('document', { title: 'Pay' })
  vi.stubGlobal('location', { origin: 'https://kolpact.example' })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  pairing.closed = new Promise(() => {})
})
afterEach(() => {
  vi.clearAllMocks()
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('a connection asks for all chains with a public node, and starts on the first of them', async () => {
  const wallet = await connected()
  const asked = client.connect.mock.lastCall?.[0] as typeof session & Record<string, object>
  expect(asked['optionalNamespaces']).toMatchObject({
    eip155: { chains: ['eip155:8453', 'eip155:84532'] },
  })
  expect(pairing.show).toHaveBeenCalledWith('wc:1')
  expect(pairing.close).toHaveBeenCalled()
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([ME])
  expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x2105')
})

test('requests to sign are sent to the wallet for the chosen chain, and requests to read to a public node', async () => {
  const wallet = await connected()
  const change = (chainId: string) =>
    wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  await change('0x14a34')
  expect(client.request, 'an approved chain').not.toHaveBeenCalled()
  client.request.mockResolvedValue('0x99')
  expect(await wallet.request({ method: 'personal_sign', params: ['0x00', ME] })).toBe('0x99')
  const request = { method: 'personal_sign', params: ['0x00', ME] }
  expect(client.request).toHaveBeenCalledWith({
    topic: 'session',
    chainId: 'eip155:84532',
    request,
  })
  const node = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ result: '0x1' })))
  vi.stubGlobal('fetch', node)
  expect(await wallet.request({ method: 'eth_call', params: [{}, 'latest'] })).toBe('0x1')
  expect(node).toHaveBeenCalledWith('https://sepolia.base.org', expect.anything())
  client.request.mockRejectedValue({ code: 4902 })
  await expect(change('0x1')).rejects.toEqual({ code: 4902 })
})

test.each([
  [{ code: 5000, message: 'User rejected.' }, { code: 4001 }],
  [new Error('Request expired. Please try again.'), { token: 'wallet_silent' }],
])('a request that fails with %j rejects with the reason %j', async (error, reason) => {
  const wallet = await connected()
  client.request.mockRejectedValue(error)
  await expect(wallet.request({ method: 'personal_sign' })).rejects.toMatchObject(reason)
})

test.each([
  [{ code: 5000, message: 'User rejected.' }, 'refused'],
  [new Error('Proposal expired'), 'late'],
  [new Error('Failed to publish'), 'unreachable'],
])(
  'a connection that fails with %j shows the reason %s and disconnects from the relay',
  async (error, why) => {
    agree(() => Promise.reject(error as Error))
    pairing.closed = new Promise((done) => pairing.fail.mockImplementation(() => done()))
    const wallet = await load()
    expect(await wallet.request({ method: 'eth_requestAccounts' })).toEqual([])
    expect(pairing.fail).toHaveBeenCalledWith(why)
    expect(client.core.relayer.transportClose).toHaveBeenCalled()
  },
)

test('a wallet that accepts after the dialog was closed is disconnected', async () => {
  let late = (_session: object) => {}
  agree(() => new Promise((done) => (late = done)))
  pairing.closed = Promise.resolve()
  const wallet = await load()
  expect(await wallet.request({ method: 'eth_requestAccounts' })).toEqual([])
  await vi.waitFor(() => expect(pairing.show).toHaveBeenCalled())
  late(session)
  await vi.waitFor(() => expect(client.disconnect).toHaveBeenCalled())
})

test('a connection ends when the wallet ends it, and when the reader chooses another wallet', async () => {
  const wallet = await connected()
  const heard = vi.fn<(accounts: string[]) => void>()
  wallet.on('accountsChanged', heard)
  events.get('session_delete')?.({ topic: 'another' })
  expect(heard).not.toHaveBeenCalled()
  events.get('session_delete')?.({ topic: 'session' })
  expect(heard).toHaveBeenCalledWith([])
  await wallet.request({ method: 'eth_requestAccounts' })
  const { useWallets } = await import('@/domain/chain/wallets.ts')
  const chosen = { rdns: 'com.walletconnect', name: 'WalletConnect', icon: null, provider: wallet }
  useWallets.setState({ wallet: chosen })
  useWallets.setState({ wallet: null })
  await vi.waitFor(() => expect(client.disconnect).toHaveBeenCalled())
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
})
