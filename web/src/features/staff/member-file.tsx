import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { Fact } from '@/ui/fact.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { ChargebackWords } from './chargebacks.tsx'
import { MemberLink, OrderLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { PastReports, PastSuspensions } from './past.tsx'
import type { MemberFile, Profile } from './staff-rows.ts'
import styles from './staff.module.css'

function Account({ account }: Pick<MemberFile, 'account'>) {
  const { t } = useTranslation(['staff', 'payments'])
  return (
    <dl className={styles.facts}>
      <Fact name={t('email_masked')}>{account.email ?? t('none')}</Fact>
      <Fact name={t('last_sign_in')}>
        {account.last_sign_in_at ? (
          <TimeText value={account.last_sign_in_at} show="full" />
        ) : (
          t('none')
        )}
      </Fact>
      <Fact name={t('payout_methods')}>{account.payout_methods.join(', ') || t('none')}</Fact>
      {account.balances.map(({ kind, currency, amount_minor: minor }) => (
        <Fact key={`${kind} ${currency}`} name={t(`payments:kind_${kind as 'wallet'}`)}>
          <MoneyText minor={minor} currency={currency} />
        </Fact>
      ))}
      {account.accounts.map(({ id, name, at }) => (
        <Fact key={id} name={t('other_account')}>
          <MemberLink id={id} name={name} /> · <TimeText value={at} show="date" />
        </Fact>
      ))}
    </dl>
  )
}

function Orders({ orders }: Pick<MemberFile, 'orders'>) {
  const { t } = useTranslation('staff')
  return (
    <>
      <p className={primitives.quiet}>
        {orders.total > 0
          ? t('newest_of', { shown: orders.rows.length, total: orders.total })
          : t('none')}
      </p>
      <ul className={styles.past}>
        {orders.rows.map((order) => (
          <li key={order.id}>
            <OrderLink id={order.id} name={order.number} /> <StatusBadge status={order.status} />
            <MemberText text={order.pack_title} className={styles.text} />
            <span className={primitives.quiet}>
              <bdi>{order.other}</bdi> ·{' '}
              <MoneyText minor={order.price_minor} currency={order.currency} /> ·{' '}
              <TimeText value={order.created_at} show="date" />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Says why the member is frozen, and lists their debts for chargebacks. */
function FreezeAndDebts({ profile, held }: Pick<MemberFile, 'held'> & { profile: Profile }) {
  const { t } = useTranslation('staff')
  const { debts, chargebacks, frozen_for: others } = held
  return (
    <div className={primitives.stack}>
      <dl className={styles.facts}>
        {profile.frozen_at && (
          <Fact name={t('frozen_since')}>
            <TimeText value={profile.frozen_at} show="full" />
          </Fact>
        )}
        {others.map(({ id, name, at, is_dispute: isDispute }) => (
          <Fact key={`${id} ${at}`} name={t('frozen_for')}>
            <MemberLink id={id} name={name} /> ·{' '}
            {t(isDispute ? 'chargeback_kind_dispute' : 'suspended')} ·{' '}
            <TimeText value={at} show="date" />
          </Fact>
        ))}
        <Fact name={t('owed')}>
          {debts.length === 0 && t('none')}
          {debts.map(({ currency, owed_minor: minor }) => (
            <p key={currency}>
              <MoneyText minor={minor} currency={currency} />
            </p>
          ))}
        </Fact>
      </dl>
      {chargebacks.length > 0 && (
        <ul className={styles.past}>
          {chargebacks.map((chargeback) => (
            <li key={chargeback.id}>
              <ChargebackWords chargeback={chargeback} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Invites({ invites }: Pick<MemberFile, 'invites'>) {
  const { t } = useTranslation('staff')
  const { inviter, rows, total, tree } = invites
  return (
    <>
      <p className={primitives.quiet}>
        {t('came_by')}{' '}
        {inviter ? <MemberLink id={inviter.id} name={inviter.name} /> : t('staff_invite')}
        {' · '}
        {t('tree_below', { count: tree })}
        {total > 0 && ` · ${t('newest_of', { shown: rows.length, total })}`}
      </p>
      <ul className={styles.past}>
        {rows.map(({ id, name, at, is_suspended: isSuspended }) => (
          <li key={id}>
            <MemberLink id={id} name={name} /> · <TimeText value={at} show="date" />{' '}
            {isSuspended && <ToneBadge tone="bad">{t('suspended')}</ToneBadge>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Notes({ profile, notes }: Pick<MemberFile, 'notes'> & { profile: Profile }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <>
      <ul className={styles.past}>
        {notes.map((each) => (
          <li key={each.id}>
            <MemberText text={each.body} className={styles.text} />
            <span className={primitives.quiet}>
              <bdi>{each.author ?? t('common:unknown')}</bdi> · <TimeText value={each.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <NoteButton
        size="xs"
        title={t('add_note')}
        text={<p className={primitives.quiet}>{t('add_note_text')}</p>}
        label={t('field_note')}
        place={`staff:note:${profile.id}`}
        actWith={(note, key) => ({
          act: 'add_staff_note',
          args: { profile_id: profile.id, note, idempotency_key: key },
        })}
      >
        {t('add_note')}
      </NoteButton>
    </>
  )
}

/** The private data of a member that staff can read. */
export function MemberFileView({ profile, file }: { profile: Profile; file: MemberFile }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <>
      <SectionCard title={t('notes_of_staff')}>
        <Notes profile={profile} notes={file.notes} />
      </SectionCard>
      <SectionCard title={t('books_account')}>
        <Account account={file.account} />
      </SectionCard>
      <SectionCard title={t('freeze_and_debts')}>
        <FreezeAndDebts profile={profile} held={file.held} />
      </SectionCard>
      <SectionCard title={t('common:nav.orders')}>
        <Orders orders={file.orders} />
      </SectionCard>
      <SectionCard title={t('held_against')}>
        <div className={primitives.stack}>
          <PastReports reports={file.reports} title={t('reports_about')} />
          <p className={primitives.quiet}>{t('reports_made', { count: file.reports_made })}</p>
          <PastSuspensions suspensions={file.suspensions} />
        </div>
      </SectionCard>
      <SectionCard title={t('section_invites')}>
        <Invites invites={file.invites} />
      </SectionCard>
    </>
  )
}
