import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { companyChanges, companyQuery, useSaveCompany } from '@/domain/money/company.ts'
import { countryOptions } from '@/domain/money/countries.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, showSaved, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { shortDate } from '@/lib/i18n/time.ts'
import { toast } from '@/lib/toast.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { SellerYears } from './seller-years.tsx'

const text = z.string().check(z.trim())
const schema = z.object({
  legal_name: requiredText(textKey('settings:company.name_needed')),
  address: requiredText(textKey('settings:company.address_needed')),
  postal_code: text,
  city: requiredText(textKey('settings:company.city_needed')),
  country: z
    .nullable(z.string())
    .check(z.refine((code) => code !== null, textKey('settings:company.country_needed'))),
  vat_number: text,
  tax_number: text,
  birth_date: text,
  tax_country: z.nullable(z.string()),
})
type Saved = Awaited<ReturnType<NonNullable<ReturnType<typeof companyQuery>['queryFn']>>>

const inputOf = (saved: Saved) => ({
  legal_name: saved?.legal_name ?? '',
  address: saved?.address ?? '',
  postal_code: saved?.postal_code ?? '',
  city: saved?.city ?? '',
  country: saved?.country ?? null,
  vat_number: saved?.vat_number ?? '',
  tax_number: saved?.tax_number ?? '',
  birth_date: saved?.birth_date ?? '',
  tax_country: saved?.tax_country ?? null,
})

function useCompanyForm(saved: Saved) {
  const { t } = useTranslation('settings')
  const save = useSaveCompany()
  const form = useDraftForm(schema, inputOf(saved), 'company')
  const start = { ...inputOf(saved), ...form.formState.defaultValues }
  const submit = form.handleSubmit(async (input) => {
    const sent = { ...form.getValues() }
    showSaved(form, sent, inputOf(await save.mutateAsync(companyChanges(start, input))))
    toast.success(t('company.saved'))
  })
  return { ...form, submit, busy: save.isPending }
}

/** Fields for the tax report, shown only to creators; their invoices do not contain these data. */
function TaxReportFields({ form }: { form: ReturnType<typeof useCompanyForm> }) {
  const { t, i18n } = useTranslation('settings')
  return (
    <>
      <Select
        label={t('company.tax_country')}
        description={t('company.tax_country_text')}
        data={countryOptions(i18n.language)}
        searchable
        clearable
        {...form.controlOf('tax_country')}
      />
      <TextInput
        type="date"
        label={t('company.birth_date')}
        description={t('company.birth_date_text')}
        autoComplete="bday"
        {...form.fieldOf('birth_date')}
      />
    </>
  )
}

function CompanyForm({ saved }: { saved: Saved }) {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const { profile } = useProfile()
  const form = useCompanyForm(saved)
  const { fieldOf, controlOf, submit, busy } = form
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('company.name')}
        description={t('company.name_text')}
        maxLength={LIMITS.companies_legal_name_length.max}
        autoComplete="organization"
        {...fieldOf('legal_name')}
      />
      <TextInput
        label={t('company.address')}
        maxLength={LIMITS.companies_address_length.max}
        autoComplete="street-address"
        {...fieldOf('address')}
      />
      <Group grow align="start" preventGrowOverflow={false}>
        <TextInput
          label={t('company.postal_code')}
          maxLength={LIMITS.companies_postal_code_length.max}
          autoComplete="postal-code"
          {...fieldOf('postal_code')}
        />
        <TextInput
          label={t('company.city')}
          maxLength={LIMITS.companies_city_length.max}
          autoComplete="address-level2"
          {...fieldOf('city')}
        />
      </Group>
      <Select
        label={t('company.country')}
        data={countryOptions(i18n.language)}
        searchable
        {...controlOf('country')}
      />
      <TextInput
        label={t('company.vat_number')}
        description={
          <>
            {t('company.vat_number_text')} <VatState saved={saved} />
          </>
        }
        maxLength={30}
        {...fieldOf('vat_number')}
      />
      <TextInput label={t('company.tax_number')} maxLength={30} {...fieldOf('tax_number')} />
      {profile.role === 'kol' && <TaxReportFields form={form} />}
      <FormActions submit={t('common:save')} busy={busy} />
    </Form>
  )
}

/** Result of the tax office's check of the saved VAT number. */
function VatState({ saved }: { saved: Saved }) {
  const { t, i18n } = useTranslation('settings')
  const state = (['valid', 'invalid', 'unreachable'] as const).find((it) => it === saved?.vat_state)
  // A number without a due date for a check may have replaced one that was refused.
  if (!state || !saved?.vat_due_at) return null
  const date = saved.vat_checked_at
  const day = date ? shortDate(new Date(date), i18n.language) : ''
  return <strong>{t(`company.vat_${state}`, { date: day })}</strong>
}

/** The company data that invoices name. */
export function CompanySection() {
  const { t } = useTranslation('settings')
  const { profile } = useProfile()
  const query = useQuery(companyQuery())
  return (
    <>
      <SectionCard title={t('section.company')}>
        <p className={primitives.intro} style={{ marginBottom: 16 }}>
          {t('company.text')}
        </p>
        <QueryView bare query={query} skeleton={<ListSkeleton rows={4} />}>
          {(saved) => <CompanyForm saved={saved} />}
        </QueryView>
      </SectionCard>
      {profile.role === 'kol' && <SellerYears />}
    </>
  )
}
