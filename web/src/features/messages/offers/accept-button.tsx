import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Brief } from '@/domain/briefs/brief.ts'
import { AcceptDialog } from './later-dialogs.ts'
import type { Offer } from './queries.ts'

export function AcceptButton(props: { offer: Offer; earlier: Brief | null }) {
  const { t } = useTranslation('offers')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('accept')}
      </Button>
      <AcceptDialog {...props} opened={open} onClose={() => setOpen(false)} />
    </>
  )
}
