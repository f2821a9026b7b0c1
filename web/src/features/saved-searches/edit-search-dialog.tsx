import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CreatorFilterFields } from '@/domain/market/creator-filter-fields.tsx'
import {
  cleanFilters,
  filtersFromJson,
  SEARCH_TERM_MAX,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { useChangeSearch, type SavedSearch } from './queries.ts'

const NAME_MAX = 80

function EditSearchForm({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation(['saved-searches', 'common', 'filters'])
  const change = useChangeSearch()
  const [{ emailNotifications, ...saved }] = useState(() => filtersFromJson(search.filters))
  const { register, control, handleSubmit, formState } = useForm<{
    name: string
    term: string
    filters: CreatorFilters
  }>({
    defaultValues: { name: search.name, term: saved.searchTerm ?? '', filters: saved },
  })
  const submit = handleSubmit(({ name, term, filters }) =>
    change
      .mutateAsync({
        id: search.id,
        name: name.trim(),
        filters: { ...cleanFilters({ ...filters, searchTerm: term }), emailNotifications },
      })
      .then(onClose, () => {}),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label={t('name')}
          maxLength={NAME_MAX}
          data-autofocus
          error={formState.errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || t('name_needed') })}
        />
        <TextInput
          label={t('filters:search_term')}
          maxLength={SEARCH_TERM_MAX}
          {...register('term')}
        />
        <Controller
          control={control}
          name="filters"
          render={({ field }) => (
            <CreatorFilterFields value={field.value} onChange={field.onChange} />
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function EditSearchDialog(props: { search: SavedSearch | null; onClose: () => void }) {
  const { t } = useTranslation(['saved-searches', 'common'])
  return (
    <Modal
      opened={props.search !== null}
      onClose={props.onClose}
      title={t('edit_title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {props.search && <EditSearchForm search={props.search} onClose={props.onClose} />}
    </Modal>
  )
}
