import { Button, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/shared/members/profile.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { shortlistQuery, useShortlist } from '@/domain/market/shortlist.ts'

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
  if (!isBrand || !data) return null
  const entry = data.find(({ creator_id }) => creator_id === creator.id)
  const set = (listed: boolean) => change.mutateAsync({ creatorId: creator.id, listed })
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
      <Button
        {...look}
        loading={change.isPending}
        onClick={() => void set(!entry).catch(() => undefined)}
      >
        {label}
      </Button>
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
