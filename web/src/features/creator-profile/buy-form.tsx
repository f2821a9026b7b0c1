import { Text } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Brief } from '@/domain/briefs/brief.ts'
import { BriefFields } from '@/domain/briefs/brief-fields.tsx'
import type { BriefInput } from '@/domain/briefs/brief-form.ts'
import { TemplatePicker } from '@/domain/briefs/template-picker.tsx'
import { FilesField } from '@/domain/files/files-field.tsx'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { MoneyText } from '@/domain/money/money-text.tsx'
import { PaymentPartsList } from '@/domain/orders/payment-parts.tsx'
import { PromiseList } from '@/domain/orders/promise-list.tsx'
import { TermsCompare } from '@/domain/orders/terms-compare.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import type { Pack } from './queries.ts'
import { useBuyForm } from './use-buy-form.ts'
import styles from './creator-profile.module.css'

interface Props {
  pack: Pack
  creator: string
  /** Where its draft is kept. */
  place: string
  /** The brief of the order that is bought again. */
  earlier: Brief | null
  onClose: () => void
}

export function BuyForm({ pack, creator, place, earlier, onClose }: Props) {
  const { t } = useTranslation(['creator-profile', 'brief', 'files'])
  const buyerFee = useTerms((market) => market.buyer_fee)
  const { form, files, setFiles, submit, busy, progress, terms, changed } = useBuyForm({
    pack,
    place,
    earlier,
  })
  function fill(texts: BriefInput) {
    for (const name of ['goal', 'message', 'dos', 'donts', 'links'] as const)
      form.setValue(name, texts[name], { shouldValidate: form.formState.isSubmitted })
  }
  return (
    <Form onSubmit={submit}>
      <div className={styles.summary}>
        <div>
          <strong>{terms.title}</strong>
          <p>
            {t('by', { name: creator })} · {t('days', { count: terms.delivery_days })} ·{' '}
            {t('revisions', { count: terms.revisions })}
          </p>
        </div>
        <b>
          <MoneyText minor={terms.price_minor} currency={terms.currency} />
        </b>
      </div>
      <PromiseList promised={terms} />
      <h3 className={styles.formPart}>{t('brief:title')}</h3>
      {earlier && (
        <Text size="sm" c="dimmed">
          {t('brief:again')}
        </Text>
      )}
      <TemplatePicker read={form.getValues} fill={fill} />
      <BriefFields register={form.register} errors={form.formState.errors} />
      <Controller
        control={form.control}
        name="stored"
        render={({ field: { value, onChange } }) => (
          <FilesField
            files={files}
            setFiles={setFiles}
            max={LIMITS.pack_orders_brief_files_are_list.max}
            stored={value}
            onRemoveStored={(file) => onChange(value.filter((each) => each.path !== file.path))}
          />
        )}
      />
      {progress && (
        <Text size="sm" role="status">
          {t('files:uploading', progress)}
        </Text>
      )}
      {changed && <TermsCompare {...changed} />}
      <PaymentPartsList
        totalMinor={totalPrice(terms.price_minor, buyerFee)}
        currency={terms.currency}
      />
      <p className={styles.promise}>
        <ShieldCheck size={18} aria-hidden />
        {t('escrow_promise', { name: creator })}
      </p>
      <FormActions
        submit={t(changed ? 'to_payment_new' : 'to_payment')}
        busy={busy}
        onCancel={onClose}
      />
    </Form>
  )
}
