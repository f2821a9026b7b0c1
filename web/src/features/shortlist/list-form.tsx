import { Autocomplete } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIST_NAME_MAX, useEditShortlist } from '@/domain/market/shortlist.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'

const trimmed = z.string().check(z.trim())
const needed = requiredText(textKey('shortlist:list_name_needed'))
const taken = textKey('shortlist:list_taken')

interface Props {
  /** The creator to move to another list; if missing, the list itself is renamed. */
  creatorId?: string
  list: string
  lists: string[]
  onDone: (list: string) => void
}

export function ListForm({ creatorId, list, lists, onDone }: Props) {
  const { t } = useTranslation(['shortlist', 'common'])
  const save = useEditShortlist()
  const schema = z.object({
    list: creatorId
      ? trimmed
      : needed.check(z.refine((name) => name === list || !lists.includes(name), taken)),
  })
  const { controlOf, handleSubmit } = useDraftForm(
    schema,
    { list },
    `shortlist:list:${creatorId ?? list}`,
  )
  const submit = handleSubmit((values) =>
    save
      .mutateAsync({ of: creatorId ? { creator_id: creatorId } : { list }, to: values })
      .then(() => onDone(values.list)),
  )
  return (
    <Form onSubmit={submit}>
      <Autocomplete
        label={t('list')}
        description={creatorId && t('list_hint')}
        data={creatorId ? lists : []}
        filter={({ options }) => options}
        openOnFocus={false}
        maxLength={LIST_NAME_MAX}
        data-autofocus
        {...controlOf('list')}
      />
      <FormActions submit={t('common:save')} busy={save.isPending} onCancel={() => onDone(list)} />
    </Form>
  )
}
