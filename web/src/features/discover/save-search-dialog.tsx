import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { filterParts, type CreatorFilters } from '@/domain/market/creator-filters.ts'
import { FilterChips, useFilterLabel } from '@/shared/market/filter-chips.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { useSaveSearch } from './queries.ts'

const NAME_MAX = LIMITS.saved_searches_name_length.max

const saveSchema = z.object({
  name: requiredText(textKey('common:search_name_needed')),
  email: z.boolean(),
})

interface Props {
  opened: boolean
  onClose: () => void
  filters: CreatorFilters
}

function SaveSearchForm({ filters, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['discover', 'common', 'filters'])
  const { profile } = useProfile()
  const [, navigate] = useLocation()
  const label = useFilterLabel()
  const save = useSaveSearch()
  const [id] = useState(() => crypto.randomUUID())
  const suggestion = filterParts(filters).map(label).join(' · ').slice(0, NAME_MAX)
  const { fieldOf, switchOf, handleSubmit } = useDraftForm(
    saveSchema,
    { name: suggestion || t('filters:everyone'), email: true },
    `save-search:${JSON.stringify(filters)}`,
  )

  const submit = handleSubmit(({ name, email }) =>
    save.mutateAsync({ id, profileId: profile.id, name, filters, email }).then(() => {
      onClose()
      toast.success(t('save_done'), { onClick: () => navigate(paths.savedSearches) })
    }),
  )
  return (
    <Form onSubmit={submit} text={t('save_text')}>
      <FilterChips filters={filters} />
      <TextInput label={t('save_name')} maxLength={NAME_MAX} data-autofocus {...fieldOf('name')} />
      <Switch {...switchOf('email')} label={t('save_email')} description={t('save_email_text')} />
      <FormActions submit={t('save_submit')} busy={save.isPending} onCancel={onClose} />
    </Form>
  )
}

export function SaveSearchDialog({ opened, onClose, filters }: Props) {
  const { t } = useTranslation(['discover', 'common'])
  return (
    <Dialog opened={opened} onClose={onClose} title={t('save')}>
      <SaveSearchForm filters={filters} onClose={onClose} />
    </Dialog>
  )
}
