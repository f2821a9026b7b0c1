import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { milestonesTotal, type TypedMilestone as Fields } from './offer-form-schema.ts'
import styles from './offers.module.css'

interface Props {
  value: Fields[]
  onChange: (milestones: Fields[]) => void
  price: string
  currency: string
  error?: string
  /** Lets the form focus this group if it has an error. */
  ref: (element: HTMLElement | null) => void
}

/** Fields for milestones. Without milestones the whole work is delivered at once. */
export function MilestoneFields({ value, onChange, price, currency, error, ref }: Props) {
  const { t, i18n } = useTranslation(['offers', 'common', 'orders'])
  const change = (index: number, entry: Partial<Fields>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...entry } : each)))
  const show = (minor: number) => formatMoney(minor, currency, i18n.language)
  return (
    <fieldset className={styles.milestones} tabIndex={-1} ref={ref}>
      <legend>{t('common:milestones')}</legend>
      <Input.Description>
        {t('milestones_text', LIMITS.offers_milestones_at_most_five)}
      </Input.Description>
      {value.map((each, index) => (
        // Milestones have no id, so their position is the key.
        <div key={index} className={styles.milestone}>
          <TextInput
            aria-label={t('orders:step_milestone', { number: index + 1 })}
            placeholder={t('orders:step_milestone', { number: index + 1 })}
            maxLength={LIMITS.order_milestones_title_length.max}
            value={each.title}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('milestone_amount', { number: index + 1 })}
            placeholder={t('common:amount')}
            inputMode="decimal"
            value={each.amount}
            onChange={(event) => change(index, { amount: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            aria-label={t('milestone_remove', { number: index + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {value.length > 0 && (
        <p className={styles.quiet} role="status">
          {t('milestones_total', {
            total: show(milestonesTotal(value, currency, i18n.language)),
            price: show(parseMoney(price, currency, i18n.language) ?? 0),
          })}
        </p>
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {value.length < LIMITS.offers_milestones_at_most_five.max && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, { title: '', amount: '' }])}
        >
          {t('milestone_add')}
        </Button>
      )}
    </fieldset>
  )
}
