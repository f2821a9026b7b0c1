import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { useStaffAction } from './staff-actions.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const schema = z.object({
  order: z.string().check(z.regex(UUID, textKey('staff:open_dispute_order_wrong'))),
  note,
})

function OpenDisputeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const { fieldOf, handleSubmit } = useDraftForm(schema, { order: '', note: '' }, 'staff:dispute')
  const submit = handleSubmit((input) =>
    act
      .mutateAsync({
        act: 'open_dispute',
        args: { order_id: UUID.exec(input.order)?.[0] ?? '', reason: input.note },
      })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('open_dispute_order')}
        description={t('open_dispute_order_text')}
        {...fieldOf('order')}
      />
      <NoteField label={t('open_dispute_reason')} {...fieldOf('note')} />
      <FormActions submit={t('open_dispute')} busy={act.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Lets staff open a dispute of an order by its number or its URL, for example after a report. */
export function OpenDispute() {
  const { t } = useTranslation('staff')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('open_dispute')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('open_dispute')}>
        {opened && <OpenDisputeForm onClose={close} />}
      </Dialog>
    </>
  )
}
