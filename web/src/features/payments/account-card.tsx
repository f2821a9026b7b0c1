import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { requireFactor } from '@/domain/accounts/factors.ts'
import { accountCountries } from '@/domain/money/account-countries.ts'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { accountQuery, useOpenAccount, type ProviderAccount } from './queries.ts'
import styles from './payments.module.css'

type Status = ProviderAccount['status']
const TONES: Record<Status, Tone> = {
  new: 'warn',
  pending: 'info',
  active: 'good',
  restricted: 'warn',
  rejected: 'bad',
}

/** Groups of the provider's requirements, each with its pattern. All requirements without a group share one line. */
const NEEDS = [
  ['document', /document|verification|proof|selfie/],
  ['bank', /bank|external_account|payout_method|outbound_destination/],
  ['address', /address/],
  ['birth', /dob|date_of_birth/],
  ['tax', /tax|id_number/],
  ['terms', /tos|terms/],
  ['name', /name/],
] as const

function needsOf({ requirements }: ProviderAccount) {
  return [
    ...new Set(
      requirements.map((each) => NEEDS.find(([, known]) => known.test(each))?.[0] ?? 'other'),
    ),
  ]
}

function Missing({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation('payments')
  const needs = needsOf(account)
  if (needs.length === 0) return null
  return (
    <ul className={styles.needs} aria-label={t('account_missing')}>
      {needs.map((need) => (
        <li key={need}>{t(`account_need_${need}`)}</li>
      ))}
    </ul>
  )
}

function Open({ account }: { account: ProviderAccount | null }) {
  const { t, i18n } = useTranslation('payments')
  const [country, setCountry] = useState<string | null>(null)
  const open = useOpenAccount()
  // Asks for the second factor first, so that the request is not refused afterwards.
  async function go() {
    if (await requireFactor()) open.mutate(country ?? 'US')
  }
  return (
    <div className={primitives.stack}>
      {!account && (
        <Select
          label={t('account_country')}
          description={t('account_country_text')}
          data={accountCountries(i18n.language)}
          value={country}
          onChange={setCountry}
          searchable
        />
      )}
      <Button
        variant={account?.status === 'active' ? 'default' : 'filled'}
        disabled={!account && !country}
        loading={open.isPending}
        onClick={() => void go()}
      >
        {t(
          account
            ? account.status === 'active'
              ? 'account_change'
              : 'account_go_on'
            : 'account_open',
        )}
      </Button>
    </div>
  )
}

/** The account at the payment provider: whether it can be paid, and what is missing. */
export function AccountCard() {
  const { t } = useTranslation('payments')
  const query = useQuery(accountQuery())
  if (query.data && !query.data.provider) return null
  const status = query.data?.account?.status
  return (
    <SectionCard
      title={t('account')}
      actions={status && <ToneBadge tone={TONES[status]}>{t(`account_${status}`)}</ToneBadge>}
    >
      <QueryView bare query={query} skeleton={<ListSkeleton rows={1} />}>
        {({ account }) => (
          <>
            <p className={styles.intro}>{t(`account_${account?.status ?? 'none'}_text`)}</p>
            {account && <Missing account={account} />}
            {account?.status !== 'rejected' && <Open account={account} />}
          </>
        )}
      </QueryView>
    </SectionCard>
  )
}
