import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { orderNamedIn } from '@/domain/orders/order-query.ts'
import { fetchStaffOrder } from '@/domain/orders/staff-orders.ts'
import { AppError } from '@/lib/api/errors.ts'
import { useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { useStaffAction } from './staff-actions.ts'

const schema = z.object({
  order: z
    .string()
    .check(z.refine((text) => orderNamedIn(text), textKey('staff:open_dispute_order_wrong'))),
  note,
})

function OpenDisputeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['staff', 'orders', 'payments'])
  const act = useStaffAction()
  const form = useDraftForm(schema, { order: '', note: '' }, 'staff:dispute')
  const { fieldOf, handleSubmit } = form
  const submit = handleSubmit(async ({ order: text, note: reason }) => {
    const order = await fetchStaffOrder(orderNamedIn(text) ?? '')
    if (!order) throw new AppError('order_unknown', 404)
    await act.mutateAsync({ act: 'open_dispute', args: { order_id: order.id, reason } })
    onClose()
  })
  return (
    <Form onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('payments:order')}
        description={t('open_dispute_order_text')}
        {...fieldOf('order')}
      />
      <NoteField label={t('open_dispute_reason')} {...fieldOf('note')} />
      <FormActions
        submit={t('orders:dispute')}
        busy={form.formState.isSubmitting}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Form in which staff open a dispute about an order, given by its number or URL. */
export function OpenDispute() {
  const { t } = useTranslation(['staff', 'orders'])
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('orders:dispute')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('orders:dispute')}>
        {opened && <OpenDisputeForm onClose={close} />}
      </Dialog>
    </>
  )
}
