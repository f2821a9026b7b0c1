import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { PLATFORM_NAMES, PLATFORMS } from '@/domain/market/market.ts'
import { worksOf } from '@/domain/members/works.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { parseMoney } from '@/domain/money/money.ts'
import { YouReceive } from '@/shared/money/you-receive.tsx'
import { CURRENCIES, LIMITS } from '@/domain/vocabulary.generated.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'
import { Textarea } from '@/ui/textarea.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { inputOf, packOf, packSchema, type PackInput } from './pack-form.ts'
import { useSavePack, type Pack } from './queries.ts'
import { PromiseFields, type PackFields } from './promise-fields.tsx'
import styles from './packs.module.css'

interface Props {
  /** The pack to edit; null for a new one. */
  pack: Pack | null
  onClose: () => void
}

interface TermsProps {
  form: PackFields
  price: string
  currency: string
}

function TermsFields({ form, price, currency }: TermsProps) {
  const { t, i18n } = useTranslation(['packs', 'common'])
  return (
    <div className={styles.terms}>
      <TextInput
        {...form.fieldOf('price')}
        label={t('common:price')}
        inputMode="decimal"
        required
        rightSection={<span className="k-numbers">{currency}</span>}
        rightSectionWidth={62}
      />
      <Select {...form.controlOf('currency')} label={t('common:currency')} data={[...CURRENCIES]} />
      <div className={styles.receive}>
        <YouReceive price={parseMoney(price, currency, i18n.language)} currency={currency} />
      </div>
      <NumberInput
        {...form.controlOf('deliveryDays')}
        label={t('common:delivery_days')}
        min={1}
        max={LIMITS.packs_delivery_days_in_range.max}
        allowDecimal={false}
      />
      <NumberInput
        {...form.controlOf('revisions')}
        label={t('field.revisions')}
        min={0}
        max={LIMITS.packs_revisions_in_range.max}
        allowDecimal={false}
      />
    </div>
  )
}

/** Field to choose the picture. Works with the same picture are one option, because values must be unique. */
function PictureField({ form }: { form: PackFields }) {
  const { t } = useTranslation(['packs', 'common'])
  const works = worksOf(useProfile().profile)
  const titles = new Map(works.map(({ thumbnail, title }) => [thumbnail, title]))
  return (
    <Select
      {...form.controlOf('picture')}
      label={t('common:picture')}
      description={t(works.length > 0 ? 'field.picture_hint' : 'field.picture_missing')}
      placeholder={t('field.picture_any')}
      data={[...titles].map(([value, label]) => ({ value, label }))}
      clearable
      clearButtonProps={{ 'aria-label': t('field.picture_clear') }}
    />
  )
}

function usePackForm(pack: Props['pack'], onDone: () => void) {
  const { i18n } = useTranslation()
  const { profile } = useProfile()
  const save = useSavePack()
  const [id] = useState(() => pack?.id ?? crypto.randomUUID())
  const locale = i18n.language
  const form = useDraftForm(packSchema(locale), inputOf(pack, locale), `pack:${pack?.id ?? 'new'}`)

  const submit = form.handleSubmit((input: PackInput) => {
    const columns = { id, kol_id: profile.id, ...packOf(input, locale) }
    const start = pack && packOf(inputOf(pack, locale), locale)
    return save.mutateAsync({ pack: columns, start }).then(onDone)
  })
  return { form, submit, busy: save.isPending }
}

function PackForm({ pack, onClose }: Props) {
  const { t } = useTranslation(['packs', 'common'])
  const { form, submit, busy } = usePackForm(pack, onClose)
  const [currency, price] = form.watch(['currency', 'price'])

  return (
    <Form onSubmit={submit}>
      <DraftNote form={form} />
      <TextInput
        {...form.fieldOf('title')}
        label={t('common:work_title')}
        placeholder={t('field.title_example')}
        maxLength={LIMITS.packs_title_length.max}
        required
        data-autofocus
      />
      <Textarea
        {...form.fieldOf('description')}
        label={t('field.description')}
        description={t('field.description_hint')}
        maxLength={LIMITS.packs_description_length.max}
      />
      <TermsFields form={form} price={price} currency={currency} />
      <Select
        {...form.controlOf('platform')}
        label={t('common:platform')}
        placeholder={t('field.platform_any')}
        data={PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        clearable
        clearButtonProps={{ 'aria-label': t('field.platform_clear') }}
      />
      <PictureField form={form} />
      <PromiseFields form={form} />
      <ChoiceFields kind="tiers" form={form} />
      <ChoiceFields kind="extras" form={form} />
      <Switch
        {...form.switchOf('isPublished')}
        label={t('state.published')}
        description={t('field.published_hint')}
      />
      <FormActions
        submit={pack ? t('common:save') : t('dialog.submit')}
        busy={busy}
        onCancel={onClose}
      />
    </Form>
  )
}

export function PackDialog(props: Props) {
  const { t } = useTranslation('packs')
  const small = useMediaQuery('(max-width: 600px)')
  useFocusBack()
  return (
    <Dialog
      opened
      onClose={props.onClose}
      size="lg"
      fullScreen={small}
      title={props.pack ? t('dialog.edit') : t('create')}
    >
      <PackForm {...props} />
    </Dialog>
  )
}
