import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

interface Props {
  value: string
  label: string
  icon?: typeof Copy
}

export function CopyText({ value, label, icon: Icon = Copy }: Props) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <Check size={16} /> : <Icon size={16} />}
          onClick={copy}
          aria-live="polite"
        >
          {copied ? t('copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
