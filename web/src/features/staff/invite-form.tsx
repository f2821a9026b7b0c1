import { Button, CopyButton, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { ROLES } from '@/domain/market/market.ts'
import { useTerms } from '@/domain/use-terms.ts'
import type { Tables } from '@/lib/database.types.ts'
import { useDraftForm, wholeNumber } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { useUser } from '@/lib/session/session.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { useCreateInvite } from './staff-actions.ts'
import styles from './staff.module.css'

function NewCode({ invite, onClose }: { invite: Tables<'invites'>; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <Stack gap="md">
      <p className={styles.text}>
        {invite.email ? t('invite_made_for', { email: invite.email }) : t('invite_made')}
      </p>
      <output className={styles.code}>{invite.code}</output>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
        <CopyButton value={invite.code}>
          {({ copied, copy }) => (
            <Button
              leftSection={
                copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />
              }
              onClick={copy}
            >
              {t(copied ? 'common:copied' : 'common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}

const inviteSchema = (usesMost: number) =>
  z.object({
    maxUses: wholeNumber({ min: 1, max: usesMost }),
    day: z.string(),
    email: z.string().check(z.trim(), z.regex(/^(\S+@\S+)?$/, textKey('staff:email_wrong'))),
    role: z.nullable(z.string()),
  })

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common'])
  const create = useCreateInvite()
  const member = useUser()?.id ?? 'nobody'
  const usesMost = useTerms((terms) => terms.invite_uses_most)
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    inviteSchema(usesMost),
    { maxUses: 1, day: '', email: '', role: null },
    'staff:invite',
  )
  if (create.data) return <NewCode invite={create.data} onClose={onClose} />
  const submit = handleSubmit(({ maxUses, day, email, role }) =>
    create.mutateAsync({
      max_uses: maxUses,
      idempotency_key: requestKey(member, 'staff:invite'),
      ...(day && { expires_at: new Date(`${day}T23:59:59`).toISOString() }),
      ...(email && { email }),
      ...(role && { role }),
    }),
  )
  return (
    <Form onSubmit={submit}>
      <NumberInput
        {...controlOf('maxUses')}
        label={t('max_uses')}
        min={1}
        max={usesMost}
        allowDecimal={false}
        clampBehavior="strict"
        data-autofocus
      />
      <TextInput
        type="date"
        label={t('expires')}
        description={t('expires_text')}
        {...fieldOf('day')}
      />
      <TextInput
        type="email"
        label={t('email')}
        description={t('email_text')}
        {...fieldOf('email')}
      />
      <Select
        {...controlOf('role')}
        label={t('role')}
        placeholder={t('any_role')}
        clearable
        clearButtonProps={{ 'aria-label': t('any_role') }}
        data={ROLES.map((role) => ({
          value: role,
          label: t(`common:role.${role}`),
        }))}
      />
      <FormActions submit={t('create_invite')} busy={create.isPending} onCancel={onClose} />
    </Form>
  )
}

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <Dialog opened={opened} onClose={onClose} title={t('new_invite')}>
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}
