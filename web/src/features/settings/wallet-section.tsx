import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { stringToHex } from 'viem'
import { requireFactor } from '@/domain/accounts/factors.ts'
import {
  creatorWalletsQuery,
  walletsByState,
  type CreatorWallet,
} from '@/domain/chain/creator-wallets.ts'
import { callFunction } from '@/lib/api/call-function.ts'
import { checksum } from '@/domain/chain/protocol.ts'
import { ask } from '@/domain/chain/wallets.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { WalletError } from '@/shared/chain/failure.tsx'
import { WalletChoice, type Connected } from '@/shared/chain/wallet-choice.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import styles from './settings.module.css'

/** Asks the wallet to sign a message that proves its ownership (EIP-4361), and sends the signature. */
async function prove({ wallet, address }: Connected) {
  const begun = await callFunction<{ message: string }>('save-wallet', {})
  const message = begun.message.replace('{address}', checksum(address))
  const signature = await ask<string>(wallet, 'personal_sign', [stringToHex(message), address])
  return callFunction<{ address: string }>('save-wallet', { message, signature })
}

const useProve = (onDone: () => void) =>
  useMutation({
    // No toast: the page itself shows the error.
    meta: { silent: true, invalidates: [creatorWalletsQuery().queryKey] },
    mutationFn: prove,
    onSuccess: onDone,
  })

const useRemoveWallet = () =>
  useMutation({
    mutationFn: (address: string) => unwrap(supabase.rpc('remove_wallet', { address })),
    meta: { invalidates: [creatorWalletsQuery().queryKey] },
  })

function WalletLine({ wallet }: { wallet: CreatorWallet }) {
  const { t } = useTranslation(['chain', 'payments'])
  const remove = useRemoveWallet()
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <strong className={styles.address}>{checksum(wallet.address)}</strong>
        <span>
          {wallet.waits_until ? (
            <>
              {t('payments:usdc_wallet_waits')} <TimeText value={wallet.waits_until} show="full" />
            </>
          ) : (
            <>
              {t('counts_since')} <TimeText value={wallet.created_at} show="date" />
            </>
          )}
        </span>
      </div>
      <ToneBadge tone={wallet.waits_until ? 'warn' : 'good'}>
        {t(wallet.waits_until ? 'wallet_waits' : 'wallet_current')}
      </ToneBadge>
      <ConfirmButton
        variant="subtle"
        size="compact-sm"
        aria-label={t('wallet_remove_label', { address: checksum(wallet.address) })}
        title={t('wallet_remove_title')}
        text={t('wallet_remove_text')}
        danger
        onConfirm={() => remove.mutateAsync(wallet.address)}
      >
        {t('payments:method_remove')}
      </ConfirmButton>
    </li>
  )
}

interface ProveProps {
  connected: Connected
  known: CreatorWallet | undefined
  onDone: () => void
}

function ProveWallet({ connected, known, onDone }: ProveProps) {
  const { t } = useTranslation('chain')
  const { wallet, address } = connected
  const proving = useProve(() => {
    toast.success(t('wallet_saved'))
    onDone()
  })
  const isKnown = known?.address.toLowerCase() === address.toLowerCase()
  return (
    <>
      <p className={primitives.quiet}>{t(isKnown ? 'wallet_known' : 'prove_text')}</p>
      {!isKnown && (
        <div>
          <Button loading={proving.isPending} onClick={() => proving.mutate(connected)}>
            {t('prove')}
          </Button>
        </div>
      )}
      <p role="status" className={primitives.quiet}>
        {proving.isPending && t('answer_in_wallet', { name: wallet.name })}
      </p>
      <WalletError error={proving.error} />
    </>
  )
}

/** The wallet to which the escrow on the chain pays a creator, and the steps to replace it. */
export function WalletSection() {
  const { t } = useTranslation(['chain', 'common', 'payments'])
  const query = useQuery(creatorWalletsQuery())
  const [changing, setChanging] = useState(false)
  // Asks for the second factor first, so that a signature is not refused afterwards.
  async function open() {
    if (await requireFactor()) setChanging(true)
  }
  return (
    <SectionCard title={t('payments:usdc_wallet')}>
      <div className={primitives.stack}>
        <p className={primitives.intro}>{t('wallet_text')}</p>
        <QueryView bare query={query} isEmpty={() => false} skeleton={<ListSkeleton rows={1} />}>
          {(wallets) => {
            const { current, waiting } = walletsByState(wallets)
            const shown = [...waiting, ...(current ? [current] : [])]
            return (
              <>
                {shown.length === 0 && !changing && (
                  <div className={primitives.line}>
                    <Wallet size={20} aria-hidden />
                    <Text size="sm">
                      <strong>{t('wallet_none')}</strong> {t('wallet_none_text')}
                    </Text>
                  </div>
                )}
                <ul className={primitives.stack} aria-label={t('payments:usdc_wallet')}>
                  {shown.map((wallet) => (
                    <WalletLine key={wallet.address + wallet.created_at} wallet={wallet} />
                  ))}
                </ul>
                {changing ? (
                  <div className={primitives.stack}>
                    <WalletChoice>
                      {(connected) => (
                        <ProveWallet
                          key={connected.address}
                          connected={connected}
                          known={waiting[0] ?? current}
                          onDone={() => setChanging(false)}
                        />
                      )}
                    </WalletChoice>
                    <div>
                      <Button variant="default" onClick={() => setChanging(false)}>
                        {t('common:cancel')}
                      </Button>
                    </div>
                  </div>
                ) : (
                  <div>
                    <Button
                      variant={shown.length === 0 ? 'filled' : 'default'}
                      onClick={() => void open()}
                    >
                      {t(shown.length === 0 ? 'wallet_add' : 'wallet_change')}
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </QueryView>
        <p className={primitives.quiet}>{t('wallet_wait_text')}</p>
      </div>
    </SectionCard>
  )
}
