import type { Provider } from '@/domain/chain/wallets.ts'
import type { RemoteWallet } from './remote-wallet.ts'

// Offers a wallet on another device or in another app, over the relay of WalletConnect. If the build has a project of
// WalletConnect, this wallet announces itself like an extension. Its library is loaded when somebody chooses it.

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
    // The library is not loaded for a request for accounts, because without it no account is connected yet.
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
