import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { CreatorFilterFields } from '@/shared/market/creator-filter-fields.tsx'
import {
  changedFilters,
  filtersFromJson,
  SEARCH_TERM_MAX,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { useChangeSearch, type SavedSearch } from './queries.ts'

const editSchema = z.object({
  name: requiredText(textKey('common:search_name_needed')),
  term: z.string(),
  filters: z.custom<CreatorFilters>(),
})

function EditSearchForm({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation(['saved-searches', 'common', 'filters'])
  const change = useChangeSearch()
  const [start] = useState(() => {
    const { emailNotifications: _none, ...filters } = filtersFromJson(search.filters)
    return { name: search.name, term: filters.searchTerm ?? '', filters }
  })
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    editSchema,
    start,
    `search:${search.id}`,
  )
  const submit = handleSubmit(({ name, term, filters }) =>
    change
      .mutateAsync({
        id: search.id,
        ...(name !== start.name && { name }),
        filters: changedFilters(start.filters, { ...filters, searchTerm: term }),
      })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit} gap="lg">
      <TextInput
        label={t('common:name')}
        maxLength={LIMITS.saved_searches_name_length.max}
        data-autofocus
        {...fieldOf('name')}
      />
      <TextInput
        label={t('filters:search_term')}
        maxLength={SEARCH_TERM_MAX}
        {...fieldOf('term')}
      />
      <CreatorFilterFields {...controlOf('filters')} />
      <FormActions submit={t('common:save')} busy={change.isPending} onCancel={onClose} />
    </Form>
  )
}

export function EditSearchDialog(props: { search: SavedSearch | null; onClose: () => void }) {
  const { t } = useTranslation(['saved-searches', 'common'])
  return (
    <Dialog
      opened={props.search !== null}
      onClose={props.onClose}
      title={t('edit_title')}
      size="lg"
    >
      {props.search && <EditSearchForm search={props.search} onClose={props.onClose} />}
    </Dialog>
  )
}
