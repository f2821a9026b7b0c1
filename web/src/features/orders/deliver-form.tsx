import { Button, CloseButton, FileButton, Input, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { attachmentProblem } from '@/domain/files/attachments.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { ATTACHMENT_TYPES } from '@/domain/vocabulary.generated.ts'
import { useDraftFiles } from '@/lib/draft-files.ts'
import { fieldError, requiredText, useDraftForm } from '@/lib/form.ts'
import { fileSize } from '@/lib/numbers.ts'
import { textKey } from '@/lib/text.ts'
import { toast } from '@/lib/toast.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { uploadFiles } from './delivered-files.ts'
import { linksOf } from './links.ts'
import type { FormProps } from './use-order-action.ts'
import styles from './orders.module.css'

const NOTE_MAX = 5000
const FILES_MAX = 20

/** Something has to be delivered: a link that can be opened, or a file. A draft may be text alone. */
const deliverySchema = (files: File[], isDraft: boolean) =>
  z.object({
    note: requiredText(textKey('orders:text_needed')),
    links: z.string().check(
      z.superRefine((text, context) => {
        const { links, wrong } = linksOf(text)
        if (wrong[0]) context.addIssue(textKey('orders:link_wrong', { link: wrong[0] }))
        else if (!isDraft && links.length + files.length === 0)
          context.addIssue(textKey('orders:link_needed'))
      }),
    ),
  })

interface Props extends FormProps {
  order: Order
  /** Whom a draft is shown to; without it the work is delivered. */
  draftFor?: string
}

export function DeliverForm({ order, draftFor, ...props }: Props) {
  const { t, i18n } = useTranslation(['orders', 'files'])
  const [files, setFiles, forgetFiles] = useDraftFiles(props.place)
  const [progress, setProgress] = useState<{ name: string; percent: number } | null>(null)
  const { register, handleSubmit, formState } = useDraftForm(
    deliverySchema(files, draftFor !== undefined),
    { note: '', links: '' },
    props.place,
  )
  const upload = useMutation({
    mutationFn: () =>
      uploadFiles(order.brand_id, files, (name, share) =>
        setProgress({ name, percent: Math.round(share * 100) }),
      ),
    onSettled: () => setProgress(null),
  })

  async function add(chosen: File[]) {
    for (const file of chosen) {
      const problem = await attachmentProblem(file)
      if (problem) toast.error(t(`files:${problem}`, { name: file.name }))
      else setFiles((now) => [...now, file].slice(0, FILES_MAX))
    }
  }

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
    <Form onSubmit={submit}>
      <Text size="sm" c="dimmed">
        {draftFor === undefined ? t('deliver_text') : t('show_draft_text', { name: draftFor })}
      </Text>
      <Textarea
        label={t(draftFor === undefined ? 'deliver_note' : 'show_draft_note')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={NOTE_MAX}
        data-autofocus
        error={fieldError(formState.errors.note)}
        {...register('note')}
      />
      <Textarea
        label={t(draftFor === undefined ? 'deliver_links' : 'show_draft_links')}
        description={t('deliver_links_text')}
        placeholder="https://"
        autosize
        minRows={2}
        maxRows={8}
        error={fieldError(formState.errors.links)}
        {...register('links')}
      />
      <Input.Wrapper
        label={t('deliver_files')}
        labelElement="div"
        description={t('deliver_files_text')}
      >
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file, index) => (
              <li key={`${file.name}-${index}`}>
                <Paperclip size={15} aria-hidden />
                <span>{file.name}</span>
                <span className={primitives.quiet}>{fileSize(file.size, i18n.language)}</span>
                <CloseButton
                  size="sm"
                  aria-label={t('files:remove', { name: file.name })}
                  onClick={() => setFiles((now) => now.filter((each) => each !== file))}
                />
              </li>
            ))}
          </ul>
        )}
        <FileButton multiple accept={ATTACHMENT_TYPES.join(',')} onChange={add}>
          {(button) => (
            <Button
              {...button}
              mt={8}
              size="xs"
              variant="default"
              leftSection={<Paperclip size={14} aria-hidden />}
            >
              {t('add_file')}
            </Button>
          )}
        </FileButton>
      </Input.Wrapper>
      {progress && (
        <Text size="sm" role="status">
          {t('uploading', progress)}
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
