import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { FilesField } from '@/shared/files/files-field.tsx'
import { linksOf } from '@/domain/orders/links.ts'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { useDraftFiles } from '@/lib/storage/draft-files.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { LinksField } from '@/ui/links-field.tsx'
import { conversationWith, uploadWork } from '@/domain/orders/delivered-files.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { Textarea } from '@/ui/textarea.tsx'
import type { FormProps } from './use-order-action.ts'

/** Schema of a delivery, which needs a valid link or a file, or of a draft, which may consist of text alone. */
const deliverySchema = (files: File[], isDraft: boolean) =>
  z.object({
    note: requiredText(textKey('orders:text_needed')),
    links: z.string().check(
      z.superRefine((text, context) => {
        const { links, wrong } = linksOf(text)
        if (wrong[0]) context.addIssue(textKey('common:link_wrong', { link: wrong[0] }))
        else if (!isDraft && links.length + files.length === 0)
          context.addIssue(textKey('orders:link_needed'))
      }),
    ),
  })

interface Props extends FormProps {
  order: Order
  /** Name of the member to whom a draft is shown; missing for a delivery. */
  draftFor?: string
}

export function DeliverForm({ order, draftFor, ...props }: Props) {
  const { t } = useTranslation(['orders', 'files', 'common'])
  const [files, setFiles, forgetFiles] = useDraftFiles(props.place)
  const [progress, setProgress] = useState<{ name: string; percent: number } | null>(null)
  const { fieldOf, handleSubmit } = useDraftForm(
    deliverySchema(files, draftFor !== undefined),
    { note: '', links: '' },
    props.place,
  )
  const upload = useMutation({
    mutationFn: () =>
      uploadWork(conversationWith(order.brand_id), files, (name, share) =>
        setProgress({ name, percent: Math.round(share * 100) }),
      ),
    onSettled: () => setProgress(null),
  })

  const submit = handleSubmit(async ({ note, links }) => {
    const uploaded = await upload.mutateAsync()
    await props.onSubmit({
      move: draftFor === undefined ? 'deliver_order' : 'show_draft',
      note,
      links: linksOf(links).links,
      files: uploaded,
    })
    forgetFiles()
  })
  return (
    <Form
      onSubmit={submit}
      text={
        draftFor === undefined
          ? t('deliver_text', clockWords(order))
          : t('show_draft_text', { name: draftFor })
      }
    >
      <Textarea
        label={t(draftFor === undefined ? 'deliver_note' : 'show_draft_note')}
        minRows={3}
        maxRows={10}
        maxLength={LIMITS.order_deliveries_note_length.max}
        data-autofocus
        {...fieldOf('note')}
      />
      <LinksField
        label={t(draftFor === undefined ? 'deliver_links' : 'show_draft_links')}
        {...fieldOf('links')}
      />
      <FilesField
        files={files}
        setFiles={setFiles}
        max={LIMITS.order_deliveries_files_are_list.max}
      />
      {progress && (
        <Text size="sm" role="status">
          {t('files:uploading', progress)}
        </Text>
      )}
      <FormActions
        submit={t(draftFor === undefined ? 'deliver' : 'show_draft')}
        busy={props.busy || upload.isPending}
        onCancel={props.onCancel}
      />
    </Form>
  )
}
