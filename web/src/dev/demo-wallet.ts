// Wallets of the local chain for people who try the product after `npm start`. Each is an account of the chain's node,
// which signs for it. No production build contains them (main.tsx), and their money has no value.

import { callNode } from '@/domain/chain/call-node.ts'

const NODE = String(import.meta.env.VITE_CHAIN_RPC_URL ?? '')

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#7a5cff"/><path d="M6 9h12v8H6z" fill="#fff"/></svg>',
  )

/** Accounts of the node by number; the market itself uses the first two. */
const WALLETS = [
  { name: 'Demo wallet of a brand', account: 2 },
  { name: 'Demo wallet of a creator', account: 3 },
  { name: 'Demo wallet without USDC', account: 4 },
]

const ASKED: Record<string, string> = {
  eth_requestAccounts: 'Connect this wallet?',
  personal_sign: 'Sign this message?',
  eth_signTypedData_v4: 'Sign this payment?',
  eth_sendTransaction: 'Send this transaction?',
}

/** Converts a message from hexadecimal to text, if it is hexadecimal. */
function readable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const hex = /^0x((?:[0-9a-f]{2}){41,})$/i.exec(text)?.[1]?.match(/../g)
  return hex ? new TextDecoder().decode(Uint8Array.from(hex, (byte) => parseInt(byte, 16))) : text
}

function walletOf({ name, account }: (typeof WALLETS)[number]) {
  const rdns = `test.kolpact.demo${account}`
  const key = `kolpact-demo-${account}`
  const accounts = async () => {
    const all = (await callNode(NODE, 'eth_accounts')) as string[]
    return all.slice(account, account + 1)
  }
  async function request({ method, params = [] }: { method: string; params?: unknown[] }) {
    const question = ASKED[method]
    const text = [name, question, ...params.map(readable)].join('\n\n')
    if (
      question &&
      !(method === 'eth_requestAccounts' && sessionStorage.getItem(key)) &&
      !confirm(text)
    )
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    if (method === 'eth_requestAccounts') sessionStorage.setItem(key, 'connected')
    if (method === 'eth_requestAccounts') return accounts()
    if (method === 'eth_accounts') return sessionStorage.getItem(key) ? accounts() : []
    if (method === 'wallet_switchEthereumChain') return null
    return callNode(NODE, method, params)
  }
  const info = { uuid: crypto.randomUUID(), name, rdns, icon: ICON }
  return Object.freeze({ info, provider: { request } })
}

const wallets = NODE ? WALLETS.map(walletOf) : []

function announce() {
  for (const detail of wallets)
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

addEventListener('eip6963:requestProvider', announce)
announce()
