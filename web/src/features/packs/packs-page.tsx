import { Alert, Button, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Clock, Package, Plus, Wallet } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { UnlessSuspended } from '@/shared/members/unless-suspended.tsx'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { paths } from '@/domain/paths.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { creatorWalletsQuery, walletsByState } from '@/domain/chain/creator-wallets.ts'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { PackCard } from './pack-card.tsx'
import { PackDialog } from './pack-dialog.tsx'
import { ownPacksQuery, usePublishPack, type Pack } from './queries.ts'
import styles from './packs.module.css'

/** Says why packs in USDC cannot be bought before the creator has a wallet; nothing if there is one. */
function WalletNeeded() {
  const { t } = useTranslation(['packs', 'chain'])
  const { data } = useQuery({ ...creatorWalletsQuery(), meta: { silent: true } })
  if (!data) return null
  const { current, waiting } = walletsByState(data)
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
            {t('chain:wallet_add')}
          </Anchor>
        </>
      )}
    </Alert>
  )
}

/** Tells brands that they buy packs, with a link to where they find them. */
function PacksForBrand() {
  const { t } = useTranslation(['packs', 'common'])
  return (
    <Page>
      <PageHeader title={t('common:nav.packs')} />
      <EmptyState
        icon={Package}
        title={t('brand.title')}
        text={t('brand.text')}
        action={
          <LinkButton href={paths.discover} variant="filled">
            {t('common:discover_creators')}
          </LinkButton>
        }
      />
    </Page>
  )
}

export function PacksPage() {
  const { profile } = useProfile()
  return profile.role === 'kol' ? <OwnPacks /> : <PacksForBrand />
}

function OwnPacks() {
  const { t } = useTranslation(['packs', 'common'])
  const { profile } = useProfile()
  const query = useQuery(ownPacksQuery(profile.id))
  const publish = usePublishPack(profile.id)
  const [editing, setEditing] = useKeptOpen<Pack | 'new' | null>('pack', null)

  const create = (
    <UnlessSuspended>
      <Button leftSection={<Plus size={16} />} onClick={() => setEditing('new')}>
        {t('create')}
      </Button>
    </UnlessSuspended>
  )
  return (
    <Page>
      <PageHeader
        title={t('common:nav.packs')}
        description={t('description')}
        actions={query.data && query.data.length > 0 ? create : undefined}
      />
      {!profile.is_approved && (
        <Alert
          className={styles.note}
          icon={<Clock size={18} />}
          color="yellow"
          title={t('waiting.title')}
        >
          {t('waiting.text')}
        </Alert>
      )}
      {query.data?.some(({ currency }) => isOnChain(currency)) && <WalletNeeded />}
      <QueryView
        query={query}
        skeleton={<CardsSkeleton cards={3} height={230} />}
        empty={{ icon: Package, title: t('empty.title'), text: t('empty.text'), action: create }}
      >
        {(packs) => (
          <div className={`${primitives.grid} ${styles.grid}`}>
            {packs.map((pack) => (
              <PackCard
                key={pack.id}
                pack={pack}
                onEdit={() => setEditing(pack)}
                onPublish={(value) => publish.mutate({ id: pack.id, publish: value })}
              />
            ))}
          </div>
        )}
      </QueryView>
      {editing && (
        <PackDialog pack={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}
