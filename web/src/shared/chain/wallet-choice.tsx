import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Wallet as WalletIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { shortAddress } from '@/domain/chain/networks.ts'
import {
  connect,
  disconnect,
  findWallets,
  useWallets,
  type Wallet,
} from '@/domain/chain/wallets.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import primitives from '@/ui/primitives.module.css'
import { WalletError } from './failure.tsx'
import './wallet-connect.ts'
import styles from './chain.module.css'

export interface Connected {
  wallet: Wallet
  address: string
  chainId: number
}

/** Time for wallets to announce themselves before the list is shown, so that an empty list does not flash. */
const ANNOUNCED_MS = 400

const Icon = ({ wallet }: { wallet: Wallet }) =>
  wallet.icon ? (
    <img src={wallet.icon} alt="" className={styles.icon} />
  ) : (
    <WalletIcon size={20} aria-hidden />
  )

function FoundWallets() {
  const { t } = useTranslation('chain')
  const found = useWallets((state) => state.found)
  const [hasLooked, setLooked] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLooked(true), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [])
  const connecting = useMutation({ mutationFn: connect, meta: { silent: true, offline: true } })
  if (found.length === 0)
    return hasLooked ? (
      <EmptyState
        bare
        icon={WalletIcon}
        title={t('no_wallet')}
        text={t('no_wallet_text')}
        action={
          <Button variant="default" onClick={findWallets}>
            {t('look_again')}
          </Button>
        }
      />
    ) : null
  const asked = connecting.isPending ? connecting.variables : null
  return (
    <>
      <ul className={styles.wallets} aria-label={t('wallets')}>
        {found.map((wallet) => (
          <li key={wallet.rdns}>
            <Button
              fullWidth
              variant="default"
              size="md"
              justify="start"
              leftSection={<Icon wallet={wallet} />}
              onClick={() => connecting.mutate(wallet)}
            >
              {t('connect_to', { name: wallet.name })}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={primitives.quiet}>
        {asked && t('answer_in_wallet', { name: asked.name })}
      </p>
      <WalletError error={connecting.error} />
    </>
  )
}

/** Lets the reader choose a wallet of this browser. Once one is connected, shows it and renders the children. */
export function WalletChoice({ children }: { children: (connected: Connected) => ReactNode }) {
  const { t } = useTranslation('chain')
  const { wallet, address, chainId } = useWallets()
  useEffect(findWallets, [])
  if (!wallet || !address || chainId === null) return <FoundWallets />
  return (
    <>
      <div className={styles.connected}>
        <Icon wallet={wallet} />
        <span>
          {wallet.name} <code title={address}>{shortAddress(address)}</code>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={disconnect}>
          {t('other_wallet')}
        </Button>
      </div>
      {children({ wallet, address, chainId })}
    </>
  )
}
