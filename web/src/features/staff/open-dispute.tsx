import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoteDialog } from './note-dialog.tsx'
import { useStaffAction } from './staff-actions.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Staff stop an order that a report or a mail names, by its number or its address. */
export function OpenDispute() {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const [open, setOpen] = useState(false)
  const [order, setOrder] = useState('')
  const [isWrong, setWrong] = useState(false)

  function submit(reason: string) {
    const orderId = UUID.exec(order)?.[0]
    setWrong(!orderId)
    if (!orderId) return
    act.mutate({ act: 'dispute', orderId, reason }, { onSuccess: () => setOpen(false) })
  }

  return (
    <>
      <Button
        variant="default"
        mb="md"
        onClick={() => {
          setOrder('')
          setWrong(false)
          setOpen(true)
        }}
      >
        {t('open_dispute')}
      </Button>
      <NoteDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t('open_dispute')}
        label={t('open_dispute_reason')}
        submit={t('open_dispute')}
        busy={act.isPending}
        onSubmit={submit}
      >
        <TextInput
          label={t('open_dispute_order')}
          description={t('open_dispute_order_text')}
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value)}
          error={isWrong && t('open_dispute_order_wrong')}
        />
      </NoteDialog>
    </>
  )
}
