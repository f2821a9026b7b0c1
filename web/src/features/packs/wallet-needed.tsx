import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { Link } from 'wouter'
import { creatorWalletsQuery, inForce } from '@/domain/chain/creator-wallets.ts'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './packs.module.css'

/** Says why packs in USDC cannot be bought yet, and where that ends; nothing once they can. */
export function WalletNeeded() {
  const { t } = useTranslation('packs')
  const { data } = useQuery({ ...creatorWalletsQuery(), meta: { silent: true } })
  if (!data) return null
  const { current, waiting } = inForce(data)
  const until = waiting[0]?.waits_until
  if (current) return null
  return (
    <Alert
      className={styles.note}
      icon={<Wallet size={18} />}
      color="yellow"
      title={t('wallet.title')}
    >
      {until ? (
        <>
          {t('wallet.waits')} <TimeText value={until} show="full" />
        </>
      ) : (
        <>
          {t('wallet.text')}{' '}
          <Anchor component={Link} href={paths.settings('wallet')} inherit>
            {t('wallet.add')}
          </Anchor>
        </>
      )}
    </Alert>
  )
}
