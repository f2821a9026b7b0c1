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

/** For brands. Whoever wrote a note is asked before it is lost. */
export function ShortlistButton({ creator, isRemoval = false, ...button }: Props) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const isBrand = profile.role === 'brand'
  const { data } = useQuery({ ...shortlistQuery(), enabled: isBrand })
  const change = useShortlist()
  const [isChoosing, setChoosing] = useState(false)
  if (!isBrand || !data) return null
  const entry = data.find(({ creator_id }) => creator_id === creator.id)
  const lists = listsOf(data)
  const set = (listed: boolean, list?: string) =>
    change.mutateAsync({ creatorId: creator.id, listed, list })
  const press = (listed: boolean, list?: string) => void set(listed, list).catch(() => undefined)
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
  if (!entry?.note) {
    const chooses = !entry && lists.length > 0
    const button = (
      <Button
        {...look}
        loading={change.isPending}
        onClick={() => (chooses ? setChoosing(!isChoosing) : press(!entry))}
      >
        {label}
      </Button>
    )
    if (lists.length === 0 || isRemoval) return button
    // The same button before and after, so that the focus stays on it.
    return (
      <Popover
        opened={isChoosing && chooses}
        onChange={setChoosing}
        withRoles={chooses}
        trapFocus
        returnFocus
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown p={4} mah={320} style={{ overflowY: 'auto' }}>
          <Stack gap={0}>
            {['', ...lists].map((list) => (
              <Button
                key={list}
                variant="subtle"
                color="gray"
                size="xs"
                justify="start"
                onClick={() => {
                  setChoosing(false)
                  press(true, list)
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
