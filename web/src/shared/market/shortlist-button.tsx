import { Button, Popover, Stack, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/shared/members/profile.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { listsOf, shortlistQuery, useShortlist } from '@/domain/market/shortlist.ts'

interface Props extends ButtonProps {
  creator: { id: string; display_name: string }
  /** On the shortlist itself, where it can only remove. */
  isRemoval?: boolean
}

interface ChoiceProps {
  lists: string[]
  /** The button stays the same element before and after, so that the focus stays on it. */
  isStable: boolean
  look: ButtonProps
  busy: boolean
  onPress: (list?: string) => void
  children: string
}

/** A button that asks on which list, if there are any. */
function ListChoice({ lists, isStable, look, busy, onPress, children }: ChoiceProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const asks = lists.length > 0
  const button = (
    <Button {...look} loading={busy} onClick={() => (asks ? setOpen(!isOpen) : onPress())}>
      {children}
    </Button>
  )
  if (!isStable) return button
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

/** For brands. Whoever wrote a note is asked before it is lost. */
export function ShortlistButton({ creator, isRemoval = false, ...button }: Props) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const isBrand = profile.role === 'brand'
  const { data } = useQuery({ ...shortlistQuery(), enabled: isBrand })
  const change = useShortlist()
  if (!isBrand || !data) return null
  const entry = data.find(({ creator_id }) => creator_id === creator.id)
  const lists = listsOf(data)
  const set = (listed: boolean, list?: string) =>
    change.mutateAsync({ creatorId: creator.id, listed, list })
  const look = {
    variant: 'default',
    leftSection: <Star size={15} fill={entry ? 'currentColor' : 'none'} aria-hidden />,
    'aria-label': isRemoval
      ? t('shortlist.take_off', { name: creator.display_name })
      : t(entry ? 'shortlist.remove' : 'shortlist.add', { name: creator.display_name }),
    ...button,
  }
  const label = isRemoval
    ? t('shortlist.remove_confirm')
    : t(entry ? 'shortlist.on' : 'shortlist.off')
  if (!entry?.note)
    return (
      <ListChoice
        lists={entry || isRemoval ? [] : lists}
        isStable={lists.length > 0}
        look={look}
        busy={change.isPending}
        onPress={(list) => void set(!entry, list).catch(() => undefined)}
      >
        {label}
      </ListChoice>
    )
  return (
    <ConfirmButton
      {...look}
      title={t('shortlist.remove_title', { name: creator.display_name })}
      text={t('shortlist.remove_text')}
      confirmLabel={t('shortlist.remove_confirm')}
      onConfirm={() => set(false)}
    >
      {label}
    </ConfirmButton>
  )
}
