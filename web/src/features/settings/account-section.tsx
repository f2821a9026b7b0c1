import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { openPaymentsQuery } from '@/domain/chain/chain-payments.ts'
import { paths } from '@/domain/paths.ts'
import { readError, toUserMessage } from '@/lib/api/errors.ts'
import { shortDate } from '@/lib/i18n/time.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { useUser } from '@/lib/session/session.ts'
import { SavePaymentInfo } from '@/shared/chain/save-payment-info.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'
import { useDeleteAccount, useExportData } from './queries.ts'
import { SettingLine } from './line.tsx'

const MONEY = { path: paths.payments, words: 'delete.see_payments' } as const
/** For each refusal of a deletion, a link to the page where its cause can be removed. Unsettled USDC orders are listed in the dialog. */
const WAYS_OUT: {
  [refusal: string]: { path: string; words: 'delete.see_orders' | 'delete.see_payments' }
} = {
  account_has_open_orders: { path: paths.orders, words: 'delete.see_orders' },
  account_has_balance: MONEY,
  account_has_payout: MONEY,
}

/** Orders whose USDC is still in the escrow. After the deletion, the brand needs the payment info to take it back. */
function StillInEscrow() {
  const { t, i18n } = useTranslation('settings')
  const { data: payments = [] } = useQuery(openPaymentsQuery())
  if (payments.length === 0) return null
  return (
    <>
      <Text size="sm" mt="md">
        {t('delete.in_escrow')}
      </Text>
      <ul className={primitives.stack}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <Link href={paths.order(payment.order_id)}>
              {t('delete.in_escrow_order', {
                number: payment.order.number,
                date: shortDate(
                  new Date(Number(payment.authorization_expiry) * 1000),
                  i18n.language,
                ),
              })}
            </Link>{' '}
            <SavePaymentInfo number={payment.order.number} payment={payment} />
          </li>
        ))}
      </ul>
    </>
  )
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  useFocusBack()
  const { profile } = useProfile()
  const remove = useDeleteAccount()
  const [typed, setTyped] = useState('')
  const wayOut = remove.error && WAYS_OUT[readError(remove.error).key ?? '']
  return (
    <Dialog opened onClose={onClose} title={t('delete.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate()
        }}
      >
        <Text size="sm" c="dimmed">
          {t('delete.text')}
        </Text>
        {profile.role === 'brand' && <StillInEscrow />}
        {remove.error && (
          <Alert color="red" mt="md" role="alert">
            {toUserMessage(remove.error)}{' '}
            {wayOut && <Link href={wayOut.path}>{t(wayOut.words)}</Link>}
          </Alert>
        )}
        <TextInput
          mt="md"
          label={t('delete.type_email', { email })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          >
            {t('delete.confirm')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

export function AccountSection() {
  const { t } = useTranslation(['settings', 'common'])
  const user = useUser()
  const exportData = useExportData()
  const [deleting, setDeleting] = useState(false)
  const email = user?.email ?? ''
  return (
    <>
      <SectionCard title={t('account.title')}>
        <SettingLine title={t('common:email')} text={email} />
        <SettingLine title={t('common:nav.sign_out')} text={t('account.sign_out_text')}>
          <Button variant="default" onClick={() => void askToLeave()}>
            {t('common:nav.sign_out')}
          </Button>
        </SettingLine>
      </SectionCard>
      <SectionCard title={t('account.data')}>
        <SettingLine title={t('export.title')} text={t('export.text')}>
          <Button
            variant="default"
            leftSection={<Download size={16} />}
            loading={exportData.isPending}
            onClick={() => exportData.mutate()}
          >
            {t('export.action')}
          </Button>
        </SettingLine>
        <SettingLine title={t('delete.title')} text={t('delete.hint')}>
          <Button color="red" variant="light" onClick={() => setDeleting(true)}>
            {t('common:delete')}
          </Button>
        </SettingLine>
      </SectionCard>
      {deleting && <DeleteDialog email={email} onClose={() => setDeleting(false)} />}
    </>
  )
}
