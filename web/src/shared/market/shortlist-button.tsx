import { Button, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Suspense } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { lazyPart } from '@/ui/loadable.tsx'
import { listsOf, shortlistQuery, useShortlist } from '@/domain/market/shortlist.ts'

interface Props extends ButtonProps {
  creator: { id: string; display_name: string }
  /** True on the shortlist itself, where the button can only remove. */
  isRemoval?: boolean
}

/** The choice of a list. It is loaded on demand, because only brands with several lists need it. */
const ListChoice = lazyPart(() => import('./list-choice.tsx'), 'ListChoice')

/** Button for brands to add a creator to the shortlist or to remove one. It asks before a note would be lost. */
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
  const buttonProps = {
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
    const press = (list?: string) => void set(!entry, list).catch(() => undefined)
    const plain = (
      <Button {...buttonProps} loading={change.isPending} onClick={() => press()}>
        {label}
      </Button>
    )
    if (lists.length === 0) return plain
    return (
      <Suspense fallback={plain}>
        <ListChoice
          lists={entry || isRemoval ? [] : lists}
          buttonProps={buttonProps}
          busy={change.isPending}
          onPress={press}
        >
          {label}
        </ListChoice>
      </Suspense>
    )
  }
  return (
    <ConfirmButton
      {...buttonProps}
      title={t('shortlist.remove_title', { name: isolated(creator.display_name) })}
      text={t('shortlist.remove_text')}
      confirmLabel={t('shortlist.remove_confirm')}
      onConfirm={() => set(false)}
    >
      {label}
    </ConfirmButton>
  )
}
