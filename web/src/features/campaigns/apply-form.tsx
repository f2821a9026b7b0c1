import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useProfile } from '@/shared/members/profile.tsx'
import { moneySchema } from '@/domain/money/money-field.ts'
import { packsOfQuery } from '@/domain/market/packs.ts'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import { DaysToPay } from '@/shared/money/days-to-pay.tsx'
import { YouReceive } from '@/shared/money/you-receive.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm, wholeNumber, type FormFields } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { focusHeading } from '@/ui/focus.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { Textarea } from '@/ui/textarea.tsx'
import { useApplyToCampaign, type Campaign } from './queries.ts'

const OWN_PRICE = 'price'
const DAYS = LIMITS.campaign_applications_delivery_days_in_range
const days = wholeNumber(DAYS)

function applySchema({ currency, budget_minor: budget }: Campaign, locale: string) {
  const wrong = textKey('campaigns:price_wrong', { budget: formatMoney(budget, currency, locale) })
  const price = moneySchema({ currency, locale, most: budget, wrong })
  return z
    .object({
      offer: z.string(),
      price: z.string(),
      days: z.custom<number>(),
      note: requiredText(textKey('campaigns:note_needed')),
    })
    .check(
      z.refine((input) => input.offer !== OWN_PRICE || price.safeParse(input.price).success, {
        path: ['price'],
        error: wrong,
      }),
      z.refine((input) => input.offer !== OWN_PRICE || days.safeParse(input.days).success, {
        path: ['days'],
        error: textKey('common:range_wrong', DAYS),
      }),
    )
}

type Fields = z.input<ReturnType<typeof applySchema>>
type FieldsForm = FormFields<Fields>

function OwnPrice({ form, campaign }: { form: FieldsForm; campaign: Campaign }) {
  const { t, i18n } = useTranslation(['campaigns', 'common'])
  const { currency, budget_minor: budget } = campaign
  const count = useTerms((terms) => terms.campaign_revisions)
  return (
    <Group align="flex-start" grow preventGrowOverflow={false}>
      <TextInput
        label={t('price', { currency })}
        description={t('price_text', { budget: formatMoney(budget, currency, i18n.language) })}
        inputMode="decimal"
        miw={160}
        {...form.fieldOf('price')}
      />
      <NumberInput
        {...form.controlOf('days')}
        label={t('common:delivery_days')}
        description={t('days_text', { revisions: t('common:revisions', { count }) })}
        miw={140}
        {...DAYS}
        clampBehavior="strict"
        allowDecimal={false}
      />
    </Group>
  )
}

export function ApplyForm({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation(['campaigns', 'payments'])
  const { profile } = useProfile()
  const { currency, budget_minor: budget } = campaign
  const { data: packs = [] } = useQuery(packsOfQuery(profile.id))
  const apply = useApplyToCampaign()
  // The application takes the place of the form, which has the focus.
  useEffect(() => () => void setTimeout(focusHeading), [])
  const form = useDraftForm(
    applySchema(campaign, i18n.language),
    { offer: OWN_PRICE, price: '', days: 14, note: '' },
    `apply:${campaign.id}`,
  )
  const { fieldOf, controlOf, handleSubmit, watch } = form
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const usable = packs.filter((pack) => pack.currency === currency && pack.price_minor <= budget)
  const [offer, ownPrice] = watch(['offer', 'price'])
  const isPrice = offer === OWN_PRICE
  const chosen = usable.find((pack) => pack.id === offer)
  const price = isPrice ? read(ownPrice) : (chosen?.price_minor ?? null)

  const submit = handleSubmit(({ offer, price, days, note }) =>
    apply.mutateAsync({
      campaignId: campaign.id,
      note,
      packId: offer === OWN_PRICE ? null : offer,
      price: offer === OWN_PRICE ? read(price) : null,
      days,
    }),
  )
  return (
    <Form onSubmit={submit}>
      <Select
        {...controlOf('offer')}
        label={t('offer')}
        data={[
          { value: OWN_PRICE, label: t('own_price') },
          ...usable.map((pack) => ({
            value: pack.id,
            label: `${pack.title} · ${money(pack.price_minor)}`,
          })),
        ]}
      />
      {isPrice && <OwnPrice form={form} campaign={campaign} />}
      <YouReceive price={price !== null && price <= budget ? price : null} currency={currency} />
      <p className={primitives.quiet}>
        {t('payments:days_to_pay')}: <DaysToPay brandId={campaign.brand_id} />
      </p>
      <Textarea
        label={t('note')}
        description={t('note_text')}
        maxLength={LIMITS.campaign_applications_note_length.max}
        {...fieldOf('note')}
      />
      <FormActions submit={t('apply')} busy={apply.isPending} />
    </Form>
  )
}
