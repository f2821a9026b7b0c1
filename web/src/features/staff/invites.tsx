import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Check, Copy, Plus, Ticket } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { InviteDialog } from './invite-form.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { Invite } from './staff-rows.ts'
import styles from './staff.module.css'

function InviteRow({ invite }: { invite: Invite }) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const now = useNow()
  const isOver = invite.expires_at !== null && new Date(invite.expires_at) <= now
  const isUsed = invite.uses >= invite.max_uses
  const isEnded = isOver || isUsed
  return (
    <>
      <span className={primitives.words}>
        <GroupName className={styles.codeText}>
          {invite.code}
          {invite.is_mine && (
            <CopyButton value={invite.code}>
              {({ copied, copy }) => (
                <Tooltip label={t(copied ? 'common:copied' : 'common:copy')}>
                  <ActionIcon
                    size="sm"
                    aria-label={t('copy_code', { code: invite.code })}
                    onClick={copy}
                  >
                    {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          )}
        </GroupName>
        <span className={primitives.quiet}>
          {t('uses', { uses: invite.uses, max: invite.max_uses })}
          {invite.role && ` · ${t(`common:role.${invite.role}`)}`}
          {invite.email && ` · ${invite.email}`}
          {invite.issuer && ` · ${t('issued_by', { name: isolated(invite.issuer) })}`}
          {invite.expires_at && (
            <>
              {' · '}
              {t(isOver ? 'expired' : 'expires_at')}{' '}
              <TimeText value={invite.expires_at} show="date" />
            </>
          )}
        </span>
      </span>
      {isEnded && <ToneBadge tone="neutral">{t(isUsed ? 'used_up' : 'expired')}</ToneBadge>}
      {!isEnded && invite.is_stopped && <ToneBadge tone="warn">{t('issuer_not_active')}</ToneBadge>}
      {!isEnded && (
        <ConfirmButton
          danger
          size="xs"
          variant="subtle"
          title={t('revoke_title')}
          text={t('revoke_text')}
          onConfirm={() =>
            act.mutateAsync({ act: 'revoke_invite', args: { invite_id: invite.id } })
          }
        >
          {t('revoke')}
        </ConfirmButton>
      )}
    </>
  )
}

export function Invites() {
  const { t } = useTranslation('staff')
  const [opened, { open, close }] = useDisclosure()
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
      {t('new_invite')}
    </Button>
  )
  return (
    <>
      <StaffList
        list="invites"
        find={t('find_invite')}
        tools={create}
        empty={{ icon: Ticket, title: t('no_invites'), text: t('no_invites_text') }}
      >
        {(invite) => <InviteRow invite={invite} />}
      </StaffList>
      <InviteDialog key={String(opened)} opened={opened} onClose={close} />
    </>
  )
}
