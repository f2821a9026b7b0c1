import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CreatorFilterFields } from '@/domain/market/creator-filter-fields.tsx'
import {
  cleanFilters,
  filtersFromJson,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { moneyInput, parseMoney } from '@/domain/money/money.ts'
import { CURRENCIES } from '@/domain/vocabulary.generated.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { daysFromNow, endOfDay } from './days.ts'
import { useSaveDraft, type Campaign } from './queries.ts'

type Fields = {
  title: string
  body: string
  budget: string
  currency: string
  deadline: string
  filters: CreatorFilters
}

const DEFAULT_DAYS = 14

function startOf(campaign: Campaign | null, locale: string): Fields {
  if (!campaign) {
    const deadline = daysFromNow(DEFAULT_DAYS)
    return { title: '', body: '', budget: '', currency: 'USD', deadline, filters: {} }
  }
  return {
    title: campaign.title,
    body: campaign.body,
    budget: moneyInput(campaign.budget_minor, campaign.currency, locale),
    currency: campaign.currency,
    deadline: campaign.deadline.slice(0, 10),
    filters: cleanFilters(filtersFromJson(campaign.filters)),
  }
}

interface Props {
  campaign: Campaign | null
  onSaved: (id: string) => void
  onCancel: () => void
}

export function CampaignForm({ campaign, onSaved, onCancel }: Props) {
  const { t, i18n } = useTranslation(['campaigns', 'common'])
  const [newId] = useState(() => crypto.randomUUID())
  const save = useSaveDraft()
  const { register, control, handleSubmit, formState, getValues } = useForm<Fields>({
    defaultValues: startOf(campaign, i18n.language),
  })
  const { errors } = formState
  const read = (text: string) => parseMoney(text, getValues('currency'), i18n.language)

  const submit = handleSubmit(({ title, body, budget, currency, deadline, filters }) => {
    const id = campaign?.id ?? newId
    const draft = {
      id,
      title: title.trim(),
      body: body.trim(),
      budget_minor: read(budget) ?? 0,
      currency,
      deadline: endOfDay(deadline),
      filters: cleanFilters(filters),
    }
    save.mutate({ draft, isNew: campaign === null }, { onSuccess: () => onSaved(id) })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SectionCard title={t('brief')}>
          <Stack gap="md">
            <TextInput
              label={t('name')}
              maxLength={120}
              error={errors.title?.message}
              {...register('title', {
                validate: (text) => text.trim().length >= 3 || t('name_needed'),
              })}
            />
            <Textarea
              label={t('body')}
              description={t('body_text')}
              autosize
              minRows={5}
              maxRows={16}
              maxLength={5000}
              error={errors.body?.message}
              {...register('body', { validate: (text) => text.trim() !== '' || t('body_needed') })}
            />
            <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
              <TextInput
                label={t('budget')}
                description={t('budget_text')}
                inputMode="decimal"
                miw={180}
                error={errors.budget?.message}
                {...register('budget', {
                  validate: (text) => (read(text) ?? 0) > 0 || t('budget_wrong'),
                })}
              />
              <Controller
                control={control}
                name="currency"
                render={({ field }) => (
                  <Select
                    label={t('currency')}
                    description={t('currency_text')}
                    miw={140}
                    allowDeselect={false}
                    data={[...CURRENCIES]}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
              <TextInput
                type="date"
                label={t('deadline')}
                description={t('deadline_text')}
                miw={180}
                min={daysFromNow(1)}
                error={errors.deadline?.message}
                {...register('deadline', {
                  validate: (day) => day >= daysFromNow(0) || t('deadline_wrong'),
                })}
              />
            </Group>
          </Stack>
        </SectionCard>
        <SectionCard title={t('who')}>
          <Controller
            control={control}
            name="filters"
            render={({ field }) => (
              <CreatorFilterFields value={field.value} onChange={field.onChange} />
            )}
          />
        </SectionCard>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save_draft')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
