import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Tables } from '@/lib/database.types.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { Dialog } from '@/ui/dialog.tsx'
import * as z from 'zod/mini'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { QuotedText } from '@/ui/member-text.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { ownSuspensionQuery, useAppealSuspension } from './queries.ts'

const NEEDED = textKey('suspension:appeal_needed')
const schema = z.object({ reason: requiredText(NEEDED) })

type Suspension = Tables<'suspensions'>

function AppealForm({ suspension, onClose }: { suspension: Suspension; onClose: () => void }) {
  const { t } = useTranslation('suspension')
  const appeal = useAppealSuspension(suspension)
  const place = `suspension:appeal:${suspension.id}`
  const { fieldOf, handleSubmit } = useDraftForm(schema, { reason: '' }, place)
  return (
    <Form onSubmit={handleSubmit(({ reason }) => appeal.mutateAsync(reason).then(onClose))}>
      <Textarea label={t('appeal_label')} maxLength={5000} data-autofocus {...fieldOf('reason')} />
      <FormActions submit={t('send')} busy={appeal.isPending} onCancel={onClose} />
    </Form>
  )
}

function Appeal({ suspension }: { suspension: Suspension }) {
  const { t, i18n } = useTranslation('suspension')
  const [open, setOpen] = useState(false)
  const { appeal, appeal_reply: reply, appeal_due_at: due } = suspension
  if (!appeal)
    return (
      <>
        <Text size="sm">{t('appeal_text')}</Text>
        <Button color="red" variant="light" onClick={() => setOpen(true)}>
          {t('appeal')}
        </Button>
        <Dialog opened={open} onClose={() => setOpen(false)} title={t('appeal_title')}>
          {open && <AppealForm suspension={suspension} onClose={() => setOpen(false)} />}
        </Dialog>
      </>
    )
  return (
    <>
      <Text size="sm" fw={600}>
        {t('your_appeal')}
      </Text>
      <QuotedText text={appeal} />
      <Text size="sm" role="status">
        {reply
          ? t('upheld')
          : t(suspension.proposed_by ? 'appeal_waits_for_two' : 'appeal_waits', {
              date: due ? dateTime(new Date(due), i18n.language) : '',
            })}
      </Text>
      {reply && (
        <>
          <Text size="sm" fw={600}>
            {t('reply')}
          </Text>
          <QuotedText text={reply} />
        </>
      )}
    </>
  )
}

/** Alert above every page of a suspended member: the reason, the end, and how to appeal. */
export function SuspensionAlert({ profileId }: { profileId: string }) {
  const { t, i18n } = useTranslation(['suspension', 'common'])
  const { data: suspension } = useQuery(ownSuspensionQuery(profileId))
  const end = suspension?.ends_at
  const title = end
    ? t('title_until', { date: dateTime(new Date(end), i18n.language) })
    : t('title')
  return (
    <Alert color="red" title={title} mx="md" mt="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('text')}</Text>
        {suspension && (
          <>
            <Text size="sm" fw={600}>
              {t('common:reason')}: {t(`common:suspension_category.${suspension.category}`)}
            </Text>
            <QuotedText text={suspension.note} />
            <Appeal key={suspension.id} suspension={suspension} />
          </>
        )}
      </Stack>
    </Alert>
  )
}
