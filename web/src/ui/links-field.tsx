import { Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** Field for web addresses, one per line. */
export function LinksField(props: ComponentProps<typeof Textarea>) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('links')}
      description={t('links_text')}
      placeholder="https://"
      minRows={1}
      maxRows={6}
      {...props}
    />
  )
}
