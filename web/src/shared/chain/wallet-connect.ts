import type { Provider } from '@/domain/chain/wallets.ts'
import type { RemoteWallet } from './remote-wallet.ts'

// A wallet on another device or in another app, over the relay of WalletConnect. If the build has a WalletConnect project,
// this wallet announces itself like an extension; the library is loaded when somebody chooses it.

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
    // Without the library no account is connected yet, so it is not loaded for this request.
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
