import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { paymentFile, type PaymentInfo } from '@/domain/chain/chain-payments.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { saveFile } from '@/lib/storage/save-file.ts'

/** Button that saves the file with which a brand can take an order's money back without us. */
export function SavePaymentInfo({ number, payment }: { number: string; payment: PaymentInfo }) {
  const { t } = useTranslation('chain')
  const save = () =>
    saveFile(
      new Blob([paymentFile(payment)], { type: 'application/json' }),
      `kolpact-${number}-payment.json`,
    )
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Download size={14} aria-hidden />}
      onClick={save}
    >
      {t('save_info')}
    </Button>
  )
}
