import { ActionIcon } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

export function ThreadMenuButton(props: Omit<ComponentPropsWithRef<'button'>, 'color'>) {
  const { t } = useTranslation('messages')
  return (
    <ActionIcon size={38} aria-label={t('actions')} aria-haspopup="menu" {...props}>
      <EllipsisVertical size={19} aria-hidden />
    </ActionIcon>
  )
}
