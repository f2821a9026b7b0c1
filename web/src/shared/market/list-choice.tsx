import { Button, Popover, Stack, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

interface ChoiceProps {
  lists: string[]
  buttonProps: ButtonProps
  busy: boolean
  onPress: (list?: string) => void
  children: string
}

/** A button that asks to which list to add. Without lists it asks nothing. It stays one element, to keep the focus. */
export function ListChoice({ lists, buttonProps, busy, onPress, children }: ChoiceProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const asks = lists.length > 0
  const button = (
    <Button {...buttonProps} loading={busy} onClick={() => (asks ? setOpen(!isOpen) : onPress())}>
      {children}
    </Button>
  )
  return (
    <Popover opened={isOpen && asks} onChange={setOpen} withRoles={asks} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={4} maw="min(320px, 90vw)" mah={320} style={{ overflowY: 'auto' }}>
        <Stack gap={0}>
          {['', ...lists].map((list) => (
            <Button
              key={list}
              variant="subtle"
              color="gray"
              size="xs"
              justify="start"
              onClick={() => {
                setOpen(false)
                onPress(list)
              }}
            >
              {list || t('shortlist.no_list')}
            </Button>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
