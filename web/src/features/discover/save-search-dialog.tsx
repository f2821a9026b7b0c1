import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { filterParts, type CreatorFilters } from '@/domain/market/creator-filters.ts'
import { FilterChips, useFilterLabel } from '@/domain/market/filter-chips.tsx'
import { useProfile } from '@/domain/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { toast } from '@/lib/toast.ts'
import { useSaveSearch } from './queries.ts'

const NAME_MAX = 80

interface Props {
  opened: boolean
  onClose: () => void
  filters: CreatorFilters
}

function SaveSearchForm({ filters, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['discover', 'common'])
  const { profile } = useProfile()
  const [, navigate] = useLocation()
  const label = useFilterLabel()
  const save = useSaveSearch()
  const [id] = useState(() => crypto.randomUUID())
  const suggestion = filterParts(filters).map(label).join(' · ').slice(0, NAME_MAX)
  const { register, control, handleSubmit, formState } = useForm({
    defaultValues: { name: suggestion || t('save_default_name'), email: true },
  })

  const submit = handleSubmit(({ name, email }) =>
    save.mutateAsync({ id, profileId: profile.id, name: name.trim(), filters, email }).then(
      () => {
        onClose()
        toast.success(t('save_done'), { onClick: () => navigate(paths.savedSearches) })
      },
      () => {},
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('save_text')}
        </Text>
        <FilterChips filters={filters} />
        <TextInput
          label={t('save_name')}
          maxLength={NAME_MAX}
          data-autofocus
          error={formState.errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || t('save_name_needed') })}
        />
        <Controller
          control={control}
          name="email"
          render={({ field }) => (
            <Switch
              label={t('save_email')}
              description={t('save_email_text')}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save_submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function SaveSearchDialog({ opened, onClose, filters }: Props) {
  const { t } = useTranslation(['discover', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('save')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SaveSearchForm filters={filters} onClose={onClose} />
    </Modal>
  )
}
