import { Undo2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { formatMoney } from '@/domain/money/money.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { MarketLossFacts, marketLossMinor } from './borne-facts.tsx'
import { EvidenceButton, EvidenceFacts } from './dispute-evidence.tsx'
import { MemberLink, OrderLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { StaffList } from './staff-list.tsx'
import type { Chargeback } from './staff-rows.ts'
import { UnfreezeButton } from './release-buttons.tsx'
import styles from './staff.module.css'

const TONES = { opened: 'warn', won: 'good', lost: 'bad' } as const

function BearLossButton({ chargeback }: { chargeback: Chargeback }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <NoteButton
      size="xs"
      title={t('bear_title')}
      text={
        <>
          <p className={primitives.quiet}>{t('bear_text')}</p>
          <dl className={styles.facts}>
            <MarketLossFacts chargeback={chargeback} />
          </dl>
        </>
      }
      label={t('common:reason')}
      place={`staff:bear:${chargeback.id}`}
      actWith={(note) => ({
        act: 'bear_chargeback',
        args: { chargeback_id: chargeback.id, note, amount_minor: marketLossMinor(chargeback) },
      })}
    >
      {t('bear')}
    </NoteButton>
  )
}

/** Says who has paid the reversed money so far. After a won dispute nobody has. */
function PaidByText({ chargeback }: { chargeback: Chargeback }) {
  const { t, i18n } = useTranslation('staff')
  const money = (minor: number) => formatMoney(minor, chargeback.currency, i18n.language)
  const owed = chargeback.owed_minor + chargeback.repay_minor
  const parts =
    chargeback.status === 'won'
      ? [t('chargeback_given_back')]
      : [
          t('chargeback_borne', {
            brand: money(chargeback.brand_minor + chargeback.suspense_minor),
            loss: money(chargeback.loss_minor),
          }),
          owed > 0 && t('chargeback_owed', { owed: money(owed) }),
          chargeback.creator_minor > 0 &&
            t('chargeback_creator', { taken: money(chargeback.creator_minor) }),
        ]
  return <span className={primitives.quiet}>{parts.filter(Boolean).join(' · ')}</span>
}

/** Describes a chargeback: its brand and order, who has paid the money, and since when. */
export function ChargebackWords({ chargeback }: { chargeback: Chargeback }) {
  const { t } = useTranslation(['staff', 'common'])
  const { currency, status, kind } = chargeback
  return (
    <span className={primitives.words}>
      <GroupName>
        <MoneyText minor={chargeback.amount_minor} currency={currency} /> ·{' '}
        {chargeback.brand_id ? (
          <MemberLink id={chargeback.brand_id} name={chargeback.brand} />
        ) : (
          t('payer_unknown')
        )}
        {chargeback.number && (
          <>
            {' · '}
            <OrderLink id={chargeback.order_id} name={chargeback.number} />
          </>
        )}
        <ToneBadge tone={TONES[status]}>{t(`chargeback_${status}`)}</ToneBadge>
        {chargeback.is_frozen && <ToneBadge tone="bad">{t('frozen')}</ToneBadge>}
      </GroupName>
      <PaidByText chargeback={chargeback} />
      <EvidenceFacts evidence={chargeback.evidence} />
      {chargeback.is_proposed && <ProposalNote />}
      {chargeback.decide_by && (
        <span className={primitives.quiet}>
          {t('bear_waits')} <TimeText value={chargeback.decide_by} show="full" />
        </span>
      )}
      <span className={primitives.quiet}>
        {t(`chargeback_kind_${kind}`)} · {chargeback.provider}{' '}
        <code>{chargeback.provider_ref}</code> · <TimeText value={chargeback.created_at} />
      </span>
    </span>
  )
}

function Row({ chargeback }: { chargeback: Chargeback }) {
  return (
    <>
      <ChargebackWords chargeback={chargeback} />
      <EvidenceButton chargeback={chargeback} />
      {chargeback.decide_by && <BearLossButton chargeback={chargeback} />}
      {chargeback.is_frozen && chargeback.brand_id && (
        <UnfreezeButton
          size="xs"
          profileId={chargeback.brand_id}
          causes={chargeback.causes}
          name={chargeback.brand ?? ''}
        />
      )}
    </>
  )
}

/** Payments that providers reversed, with the brands that are frozen because of it. */
export function Chargebacks() {
  const { t } = useTranslation('staff')
  return (
    <StaffList
      list="chargebacks"
      find={t('find_payment')}
      empty={{ icon: Undo2, title: t('no_chargebacks'), text: t('no_chargebacks_text') }}
    >
      {(chargeback) => <Row chargeback={chargeback} />}
    </StaffList>
  )
}
