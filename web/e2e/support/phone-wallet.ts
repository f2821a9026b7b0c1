import type { Page } from '@playwright/test'
import { SignClient } from '@walletconnect/sign-client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { CHAIN_ID } from '../../../scripts/sandbox-chain/sandbox-chain.ts'
import { nodeWallet } from './wallet.ts'
import type { WalletRelay } from './wallet-relay.ts'

const CHAIN = `eip155:${CHAIN_ID}`
const DECLINED = { code: 5000, message: 'User rejected.' }

/** Makes a page use the test relay in place of the relay of WalletConnect. */
export const relayFor = (page: Page, relay: WalletRelay) =>
  page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org\//, (socket) => {
    const { take, leave } = relay.join((text) => socket.send(text))
    socket.onMessage((text) => take(String(text)))
    socket.onClose(leave)
  })

/** A wallet app on another device, made with the library's wallet side. It signs with an account, or declines while `declines` is true. */
export async function phoneWallet(relay: WalletRelay, account: PrivateKeyAccount) {
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl: relay.url,
    metadata: {
      name: 'Phone wallet',
      description: '',
      url: 'https://wallet.example',
      icons: [],
      redirect: { native: 'phone-wallet://' },
    },
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: account.address,
  })
  const sign = nodeWallet(account)
  const wallet = {
    declines: false,
    agreed: 0,
    asked: [] as string[],
    pair: (uri: string) => client.pair({ uri }),
    sessions: () => client.session.getAll(),
    leave: () =>
      Promise.all(
        client.session.getAll().map(({ topic }) => client.disconnect({ topic, reason: DECLINED })),
      ),
  }
  client.on('session_proposal', async ({ id, params }) => {
    if (wallet.declines) return client.reject({ id, reason: DECLINED })
    const { methods = [], events = [] } = params.optionalNamespaces['eip155'] ?? {}
    const accounts = [`${CHAIN}:${account.address}`]
    await client.approve({ id, namespaces: { eip155: { accounts, methods, events } } })
    wallet.agreed += 1
  })
  client.on('session_request', async ({ id, topic, params: { request } }) => {
    wallet.asked.push(request.method)
    const answer = wallet.declines
      ? { error: DECLINED }
      : { result: await sign(request.method, request.params as unknown[]) }
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
  })
  return wallet
}
