import { Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { briefShape, writtenBriefShape } from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { BriefFilesField } from '@/shared/briefs/brief-files-field.tsx'
import { CreatorFilterFields } from '@/shared/market/creator-filter-fields.tsx'
import {
  cleanFilters,
  filtersFromJson,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { filesOf, type DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { linksOf } from '@/domain/orders/links.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { CURRENCIES, LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm, wholeNumber, type FormFields } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { LinksField } from '@/ui/links-field.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { dayOf, daysFromNow, endOfDay } from './days.ts'
import { useSaveCampaignDraft, type Campaign } from './queries.ts'

const DEFAULT_DAYS = 14
const SOUGHT = LIMITS.campaigns_creators_sought_in_range

function campaignSchema(locale: string) {
  return z
    .object({
      title: z
        .string()
        .check(
          z.trim(),
          z.minLength(LIMITS.campaigns_title_length.min, textKey('campaigns:name_needed')),
        ),
      body: requiredText(textKey('campaigns:body_needed')),
      links: briefShape.links,
      stored: writtenBriefShape.stored,
      budget: z.string(),
      currency: z.string(),
      sought: wholeNumber(SOUGHT),
      deadline: z
        .string()
        .check(z.refine((day) => day >= daysFromNow(0), textKey('campaigns:deadline_wrong'))),
      filters: z.custom<CreatorFilters>(),
    })
    .check(
      z.refine((input) => (parseMoney(input.budget, input.currency, locale) ?? 0) > 0, {
        path: ['budget'],
        error: textKey('payments:amount_wrong'),
      }),
    )
}
type Fields = z.input<ReturnType<typeof campaignSchema>>
type FieldsForm = FormFields<Fields>

function startOf(campaign: Campaign | null, locale: string): Fields {
  if (!campaign) {
    const deadline = daysFromNow(DEFAULT_DAYS)
    return {
      title: '',
      body: '',
      links: '',
      stored: [],
      budget: '',
      currency: 'USD',
      sought: 1,
      deadline,
      filters: {},
    }
  }
  return {
    title: campaign.title,
    body: campaign.body,
    links: campaign.links.join('\n'),
    stored: filesOf(campaign.files),
    budget: moneyInput(campaign.budget_minor, campaign.currency, locale),
    currency: campaign.currency,
    sought: campaign.creators_sought,
    deadline: dayOf(campaign.deadline),
    filters: cleanFilters(filtersFromJson(campaign.filters)),
  }
}

function columnsOf({ budget, currency, ...typed }: Fields, files: DeliveredFile[], locale: string) {
  return {
    title: typed.title,
    body: typed.body,
    links: linksOf(typed.links).links,
    files,
    budget_minor: parseMoney(budget, currency, locale) ?? 0,
    currency,
    creators_sought: typed.sought,
    deadline: endOfDay(typed.deadline),
    filters: cleanFilters(typed.filters),
  }
}

interface Props {
  campaign: Campaign | null
  onSaved: (id: string) => void
  onCancel: () => void
}

function BudgetFields({ form }: { form: FieldsForm }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { fieldOf, controlOf } = form
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
      <NumberInput
        {...controlOf('sought')}
        label={t('sought')}
        description={t('sought_text', SOUGHT)}
        miw={140}
        {...SOUGHT}
        clampBehavior="strict"
        allowDecimal={false}
      />
      <TextInput
        label={t('budget')}
        description={t('budget_text')}
        inputMode="decimal"
        miw={180}
        {...fieldOf('budget')}
      />
      <Select
        {...controlOf('currency')}
        label={t('common:currency')}
        description={t('currency_text')}
        miw={140}
        data={[...CURRENCIES]}
      />
      <TextInput
        type="date"
        label={t('deadline')}
        description={t('deadline_text')}
        miw={180}
        min={daysFromNow(1)}
        {...fieldOf('deadline')}
      />
    </Group>
  )
}

/** The highest possible cost of the campaign: the budget and the fee for each creator that it seeks. */
function TotalText({ form }: { form: FieldsForm }) {
  const { t, i18n } = useTranslation('campaigns')
  const percent = useTerms((terms) => terms.buyer_fee)
  const [budget, currency, sought] = form.watch(['budget', 'currency', 'sought'])
  const price = parseMoney(budget, currency, i18n.language) ?? 0
  const most = totalPrice(price, percent, currency) * sought
  return (
    <p role="status" className={primitives.quiet}>
      {most > 0 &&
        t(most > price * sought ? 'most_with_fee' : 'most', {
          total: formatMoney(most, currency, i18n.language),
          fee: formatMoney(most - price * sought, currency, i18n.language),
        })}
    </p>
  )
}

export function CampaignForm({ campaign, onSaved, onCancel }: Props) {
  const { t, i18n } = useTranslation(['campaigns', 'common', 'brief'])
  const [newId] = useState(() => crypto.randomUUID())
  const { profile } = useProfile()
  const save = useSaveCampaignDraft()
  const place = `campaign:${campaign?.id ?? 'new'}`
  const files = useBriefFiles(place, () => profile.id)
  const [start] = useState(() => startOf(campaign, i18n.language))
  const form = useDraftForm(campaignSchema(i18n.language), start, place)
  const { fieldOf, controlOf, handleSubmit } = form

  const submit = handleSubmit(async (typed) => {
    const id = campaign?.id ?? newId
    const stored = await files.store(typed.stored, (kept) => form.setValue('stored', kept))
    await save.mutateAsync({
      draft: { id, ...columnsOf(typed, stored, i18n.language) },
      start: campaign && columnsOf(start, start.stored, i18n.language),
    })
    onSaved(id)
  })
  return (
    <Form onSubmit={submit} gap="lg">
      <DraftNote form={form} files={files} />
      <SectionCard title={t('brief:title')}>
        <Stack gap="md">
          <TextInput
            label={t('common:work_title')}
            maxLength={LIMITS.campaigns_title_length.max}
            {...fieldOf('title')}
          />
          <Textarea
            label={t('body')}
            description={t('body_text')}
            minRows={5}
            maxRows={16}
            maxLength={LIMITS.campaigns_body_length.max}
            {...fieldOf('body')}
          />
          <LinksField {...fieldOf('links')} />
          <BriefFilesField form={form} files={files} />
          <BudgetFields form={form} />
          <TotalText form={form} />
        </Stack>
      </SectionCard>
      <SectionCard title={t('who')}>
        <CreatorFilterFields {...controlOf('filters')} />
      </SectionCard>
      <FormActions
        submit={t('save_draft')}
        busy={files.isUploading || save.isPending}
        onCancel={onCancel}
      />
    </Form>
  )
}
