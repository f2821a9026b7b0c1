import { Button } from '@mantine/core'
import { Pencil, Send, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { filtersFromJson } from '@/domain/market/creator-filters.ts'
import { paths } from '@/domain/paths.ts'
import { useCreatorCount } from '@/shared/market/creator-count-text.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { lazyPart } from '@/ui/loadable.tsx'
import {
  isCampaignFull,
  useCloseCampaign,
  useDeleteCampaignDraft,
  usePublishCampaign,
  type Campaign,
  type WithBrand,
} from './queries.ts'

interface Props {
  campaign: WithBrand
  onEdit: () => void
}

/** Says how many creators will be notified. The count is loaded when the dialog opens. */
function PublishText({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { emailNotifications: _none, ...filters } = filtersFromJson(campaign.filters)
  const creators = useCreatorCount(filters)
  return `${creators ? `${t('publish_fit', { creators })} ` : ''}${t('publish_text')}`
}

function PublishButton({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const publish = usePublishCampaign()
  return (
    <ConfirmButton
      leftSection={<Send size={16} aria-hidden />}
      title={t('publish_title')}
      text={<PublishText campaign={campaign} />}
      onConfirm={() => publish.mutateAsync(campaign)}
    >
      {t('publish')}
    </ConfirmButton>
  )
}

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')

function InviteCreators({ campaign }: { campaign: WithBrand }) {
  const { t } = useTranslation('campaigns')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invite_creators')}
      </Button>
      <AwaitedCode kind="press">
        {isOpen && <InviteDialog campaign={campaign} onClose={() => setOpen(false)} />}
      </AwaitedCode>
    </>
  )
}

/** Buttons for the brand of a campaign: edit, publish and delete a draft, invite to an open one and close it. */
export function CampaignActions({ campaign, onEdit }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const [, navigate] = useLocation()
  const close = useCloseCampaign()
  const remove = useDeleteCampaignDraft()
  if (campaign.status === 'open') {
    return (
      <>
        <ConfirmButton
          variant="default"
          title={t('close_title')}
          text={t('close_text')}
          onConfirm={() => close.mutateAsync(campaign.id)}
        >
          {t('close')}
        </ConfirmButton>
        {!isCampaignFull(campaign) && <InviteCreators campaign={campaign} />}
      </>
    )
  }
  if (campaign.status !== 'draft') return null
  return (
    <>
      <ConfirmButton
        danger
        variant="subtle"
        title={t('delete_title')}
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
      <PublishButton campaign={campaign} />
    </>
  )
}
