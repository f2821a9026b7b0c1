import type { Provider } from '@/domain/chain/wallets.ts'
import type { RemoteWallet } from './remote-wallet.ts'

// A wallet of another device or another app, over the relay of WalletConnect. Where the build has a project for it,
// it announces itself as an extension does; the library is loaded when somebody chooses it.

export const RDNS = 'com.walletconnect'

let loading: Promise<RemoteWallet> | undefined
const load = () =>
  (loading ??= import('./remote-wallet.ts').then(
    (module) => module.remoteWallet,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  ))

const provider: Provider = {
  request: async (asked) =>
    // No account is connected before one was requested.
    asked.method === 'eth_accounts' && !loading ? [] : (await load()).request(asked),
  on: (event, listener) => void load().then((wallet) => wallet.on(event, listener)),
}

if (import.meta.env.VITE_WALLETCONNECT_PROJECT_ID) {
  const info = { uuid: crypto.randomUUID(), rdns: RDNS, name: 'WalletConnect' }
  const detail = Object.freeze({ info, provider })
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}
