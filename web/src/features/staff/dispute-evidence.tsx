import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useDraftForm } from '@/lib/form.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { NoteField } from './note-dialog.tsx'
import { evidenceQuery } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import type { Chargeback } from './staff-rows.ts'

/** Fields of the provider's form, in the order in which the dialog shows them. */
const FIELDS = [
  'customer_name',
  'product_description',
  'service_date',
  'refund_policy_disclosure',
  'uncategorized_text',
  'access_activity_log',
] as const

const schema = z.object({ addition: z.string().check(z.trim()) })

function SendForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const place = `staff:evidence:${id}`
  const { fieldOf, handleSubmit } = useDraftForm(schema, { addition: '' }, place)
  const send = handleSubmit(({ addition }) =>
    act.mutateAsync({ act: 'send_evidence', args: { chargeback_id: id, addition } }).then(onClose),
  )
  return (
    <Form onSubmit={send}>
      <NoteField
        label={t('evidence_addition')}
        description={t('evidence_final')}
        {...fieldOf('addition')}
        maxLength={LIMITS.chargeback_evidence_addition_length.max}
      />
      <FormActions submit={t('evidence_send')} busy={act.isPending} onCancel={onClose} />
    </Form>
  )
}

interface EvidenceProps {
  chargeback: Chargeback
  /** True if somebody has already proposed to send the evidence, so that it is not proposed again. */
  isProposed?: boolean
}

function Evidence({ chargeback, isProposed, onClose }: EvidenceProps & { onClose: () => void }) {
  const { t } = useTranslation('staff')
  const query = useQuery(evidenceQuery(chargeback.id, chargeback.evidence.state ?? ''))
  return (
    <QueryView query={query} skeleton={<ListSkeleton rows={6} />} bare>
      {(fields) => (
        <div className={primitives.stack}>
          {FIELDS.filter((name) => fields[name]).map((name) => (
            <section key={name}>
              <h3 className={primitives.quiet}>{t(`evidence_field_${name}`)}</h3>
              <MemberText text={fields[name] ?? ''} />
            </section>
          ))}
          {chargeback.evidence.state === 'waiting' && !isProposed && (
            <SendForm id={chargeback.id} onClose={onClose} />
          )}
        </div>
      )}
    </QueryView>
  )
}

/** The state of our evidence in a dispute, and the bank's deadline for it. */
export function EvidenceFacts({ evidence }: Pick<Chargeback, 'evidence'>) {
  const { t } = useTranslation('staff')
  const {
    state,
    due_at: due,
    goes_at: goes,
    sent_at: sent,
    problem,
    emptied_at: emptied,
  } = evidence
  if (!state) return null
  const time = state === 'sent' ? sent : due
  return (
    <span className={primitives.quiet}>
      {t(`evidence_${state}`, { problem })}
      {time && state !== 'refused' && (
        <>
          {' '}
          <TimeText value={time} show="full" />
        </>
      )}
      {state === 'waiting' && goes && (
        <>
          {' · '}
          {t('evidence_goes')} <TimeText value={goes} show="full" />
        </>
      )}
      {emptied && (
        <>
          {' · '}
          {t('evidence_emptied')} <TimeText value={emptied} show="full" />
        </>
      )}
    </span>
  )
}

/** States in which the evidence has a text to read. */
const WITH_TEXT: readonly (string | null)[] = ['waiting', 'sending', 'sent', 'refused']

/** Button that shows the evidence that was or will be sent to the bank; staff can also send it. Reading it is recorded. */
export function EvidenceButton({ chargeback, isProposed = false }: EvidenceProps) {
  const { t } = useTranslation('staff')
  const [opened, setOpened] = useState(false)
  const { state, emptied_at: emptied } = chargeback.evidence
  if (!WITH_TEXT.includes(state) || emptied) return null
  const close = () => setOpened(false)
  return (
    <>
      <ConfirmButton
        size="xs"
        variant="default"
        title={t('evidence_read')}
        text={t('evidence_read_text')}
        onConfirm={() => setOpened(true)}
      >
        {t('evidence')}
      </ConfirmButton>
      <Dialog opened={opened} onClose={close} title={t('evidence')} size="lg">
        {opened && <Evidence chargeback={chargeback} isProposed={isProposed} onClose={close} />}
      </Dialog>
    </>
  )
}
