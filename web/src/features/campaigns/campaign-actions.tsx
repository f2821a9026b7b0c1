import { Button } from '@mantine/core'
import { Pencil, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { useClose, useDeleteDraft, usePublish, type Campaign } from './queries.ts'

interface Props {
  campaign: Campaign
  onEdit: () => void
}

/** Buttons for the brand of a campaign: edit, publish and delete a draft, close an open one. */
export function CampaignActions({ campaign, onEdit }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const [, navigate] = useLocation()
  const publish = usePublish()
  const close = useClose()
  const remove = useDeleteDraft()
  if (campaign.status === 'open') {
    return (
      <ConfirmButton
        variant="default"
        title={t('close_title')}
        text={t('close_text')}
        confirmLabel={t('close')}
        onConfirm={() => close.mutateAsync(campaign.id)}
      >
        {t('close')}
      </ConfirmButton>
    )
  }
  if (campaign.status !== 'draft') return null
  return (
    <>
      <ConfirmButton
        danger
        variant="subtle"
        title={t('delete_title')}
        confirmLabel={t('common:delete')}
        onConfirm={async () => {
          await remove.mutateAsync(campaign.id)
          navigate(paths.campaigns)
        }}
      >
        {t('common:delete')}
      </ConfirmButton>
      <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
        {t('common:edit')}
      </Button>
      <ConfirmButton
        leftSection={<Send size={16} aria-hidden />}
        title={t('publish_title')}
        text={t('publish_text')}
        confirmLabel={t('publish')}
        onConfirm={() => publish.mutateAsync(campaign.id)}
      >
        {t('publish')}
      </ConfirmButton>
    </>
  )
}
