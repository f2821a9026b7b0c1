import { TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import type { PayoutAccount } from './queries.ts'
import type { QueuedPayout } from './staff-rows.ts'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

const schema = z.object({ reference: requiredText(textKey('staff:payout_reference_needed')) })

interface FormProps {
  payout: QueuedPayout
  account: PayoutAccount
  onClose: () => void
}

function Destination({ payout, account }: Omit<FormProps, 'onClose'>) {
  const { t } = useTranslation('common')
  return (
    <dl className={styles.facts}>
      <dt>{t('amount')}</dt>
      <dd>
        <MoneyText minor={payout.amount_minor} currency={payout.currency} />
      </dd>
      {account.holder && (
        <>
          <dt>{t('account_holder')}</dt>
          <dd>{account.holder}</dd>
        </>
      )}
      <dt>{account.kind.toUpperCase()}</dt>
      <dd>
        <code>{account.account}</code>
      </dd>
    </dl>
  )
}

function SendPayoutForm({ payout, account, onClose }: FormProps) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const { fieldOf, handleSubmit } = useDraftForm(
    schema,
    { reference: '' },
    `staff:send:${payout.id}`,
  )
  const submit = handleSubmit(({ reference }) =>
    act
      .mutateAsync({ act: 'record_payout_sent', args: { payout_id: payout.id, reference } })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit}>
      <Destination payout={payout} account={account} />
      <TextInput
        label={t('payout_reference')}
        description={t('payout_reference_text')}
        maxLength={LIMITS.payouts_provider_ref_length.max}
        data-autofocus
        {...fieldOf('reference')}
      />
      <FormActions submit={t('payout_record_sent')} busy={act.isPending} onCancel={onClose} />
    </Form>
  )
}

interface Props {
  sending: { payout: QueuedPayout; account: PayoutAccount } | null
  onClose: () => void
}

/** Dialog for a payout by hand. No other screen shows a whole account number. */
export function SendPayoutDialog({ sending, onClose }: Props) {
  const { t } = useTranslation('staff')
  return (
    <Dialog opened={sending !== null} onClose={onClose} title={t('payout_send_title')}>
      {sending && <SendPayoutForm {...sending} onClose={onClose} />}
    </Dialog>
  )
}
