import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Plus, Ticket } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/i18n/use-now.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { idOf, LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { InviteDialog } from './invite-form.tsx'
import { invitesQuery, type Invite } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

function InviteRow({ invite }: { invite: Invite }) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const now = useNow()
  const isOver = invite.expires_at !== null && new Date(invite.expires_at) <= now
  const isUsed = invite.uses >= invite.max_uses
  return (
    <>
      <span className={primitives.words}>
        <strong className={styles.codeText}>
          {invite.code}
          <CopyButton value={invite.code}>
            {({ copied, copy }) => (
              <Tooltip label={t(copied ? 'common:copied' : 'common:copy')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('copy_code', { code: invite.code })}
                  onClick={copy}
                >
                  {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        </strong>
        <span className={primitives.quiet}>
          {t('uses', { uses: invite.uses, max: invite.max_uses })}
          {invite.role && ` · ${t(`common:role.${invite.role}`)}`}
          {invite.email && ` · ${invite.email}`}
          {invite.expires_at && (
            <>
              {' · '}
              {t(isOver ? 'expired' : 'expires_at')}{' '}
              <TimeText value={invite.expires_at} show="date" />
            </>
          )}
        </span>
      </span>
      {isOver || isUsed ? (
        <ToneBadge tone="neutral">{t(isUsed ? 'used_up' : 'expired')}</ToneBadge>
      ) : (
        <ConfirmButton
          danger
          size="xs"
          variant="subtle"
          title={t('revoke_title')}
          text={t('revoke_text')}
          confirmLabel={t('revoke')}
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
  const query = useQuery(invitesQuery())
  const [opened, { open, close }] = useDisclosure()
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
      {t('new_invite')}
    </Button>
  )
  return (
    <>
      <div className={styles.bar}>{query.data?.length ? create : null}</div>
      <QueryView
        query={query}
        skeleton={<ListSkeleton rows={4} />}
        empty={{ icon: Ticket, title: t('no_invites'), text: t('no_invites_text'), action: create }}
      >
        {(list) => (
          <LongList
            name="invites"
            pages={[list]}
            keyOf={idOf}
            className={primitives.rows}
            itemClass={styles.row}
          >
            {(invite) => <InviteRow invite={invite} />}
          </LongList>
        )}
      </QueryView>
      <InviteDialog key={String(opened)} opened={opened} onClose={close} />
    </>
  )
}
