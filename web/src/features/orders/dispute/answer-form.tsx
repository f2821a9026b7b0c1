import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import * as z from 'zod/mini'
import { useProfile } from '@/shared/members/profile.tsx'
import { useUser } from '@/lib/session/session.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { linksOf } from '@/domain/orders/links.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { LinksField } from '@/ui/links-field.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import type { OrderAction } from '../actions/order-actions-query.ts'
import { TextForm } from '../actions/text-form.tsx'
import type { FormProps } from '../actions/use-order-action.ts'
import { MessagesField } from '../actions/messages-field.tsx'
import { useEvidenceFiles } from './use-evidence-files.tsx'

const schema = z.object({
  body: requiredText(textKey('orders:text_needed')),
  links: z.string().check(
    z.superRefine((text, context) => {
      const [wrong] = linksOf(text).wrong
      if (wrong) context.addIssue(textKey('common:link_wrong', { link: wrong }))
    }),
  ),
  messages: z.array(z.string()),
})

interface EvidenceFormProps extends FormProps {
  order: Order
  otherName: string
}

/** Form for a statement in a dispute with its evidence: links, files and messages of the conversation. */
function EvidenceForm({ order, otherName, ...props }: EvidenceFormProps) {
  const { t } = useTranslation(['orders', 'common'])
  const member = useUser()?.id ?? 'nobody'
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    schema,
    { body: '', links: '', messages: [] },
    props.place,
  )
  const { profile } = useProfile()
  const otherId = profile.id === order.brand_id ? order.kol_id : order.brand_id
  const files = useEvidenceFiles(props.place, otherId)
  const submit = handleSubmit(async ({ body, links, messages }) => {
    const uploaded = await files.upload()
    await props.onSubmit({
      move: 'give_evidence',
      body,
      links: linksOf(links).links,
      files: uploaded,
      message_ids: messages,
      statement_id: requestKey(member, props.place),
    })
    files.forget()
  })
  return (
    <Form onSubmit={submit} text={t('answer_text', { name: otherName })}>
      <Textarea
        label={t('answer_body')}
        maxLength={LIMITS.dispute_statements_body_length.max}
        data-autofocus
        {...fieldOf('body')}
      />
      <LinksField {...fieldOf('links')} />
      {files.field}
      <MessagesField
        {...controlOf('messages')}
        order={order}
        other={{ id: otherId, name: otherName }}
      />
      <FormActions
        submit={t('answer')}
        busy={props.busy || files.isPending}
        onCancel={props.onCancel}
      />
    </Form>
  )
}

interface Props extends FormProps {
  otherName: string
}

/** Form to answer the other side: with evidence while that is allowed, afterwards with a text only. */
export function AnswerForm({
  action,
  order,
  ...props
}: Props & { action: OrderAction | undefined; order: Order }) {
  return action?.action === 'give_evidence' ? (
    <EvidenceForm {...props} order={order} />
  ) : (
    <WordsForm {...props} />
  )
}

function WordsForm({ otherName, ...props }: Props) {
  const { t } = useTranslation('orders')
  const member = useUser()?.id ?? 'nobody'
  return (
    <TextForm
      {...props}
      required
      text={t('answer_text', { name: otherName })}
      label={t('answer_body')}
      submit={t('answer')}
      toMove={(body) => ({
        move: 'answer_dispute',
        body,
        statement_id: requestKey(member, props.place),
      })}
    />
  )
}
