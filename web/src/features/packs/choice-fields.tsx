import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { actionWithName } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { fieldError } from '@/lib/form.ts'
import type { PackFields } from './promise-fields.tsx'
import { choiceFault, NO_CHOICE, type TypedChoice } from './typed-choices.ts'
import styles from './packs.module.css'

const KINDS = {
  tiers: {
    fields: ['name', 'price', 'days', 'revisions', 'description'],
    names: LIMITS.packs_tier_names_short,
    /** Tiers are numbered from 2, because the pack itself is number 1. */
    firstNumber: 2,
  },
  extras: {
    fields: ['name', 'price', 'days'],
    names: LIMITS.packs_extra_names_short,
    firstNumber: 1,
  },
} as const

const isText = (field: keyof TypedChoice) => field === 'name' || field === 'description'

interface Props {
  kind: keyof typeof KINDS
  form: PackFields
}

/** Fields for the higher tiers of a pack, or for its extras. */
export function ChoiceFields({ kind, form }: Props) {
  const { t, i18n } = useTranslation(['packs', 'promise', 'common'])
  const { fields, names, firstNumber } = KINDS[kind]
  const { value, onChange, error, ref } = form.controlOf(kind)
  const labels = {
    name: t('common:name'),
    price: t('common:price'),
    days: t(kind === 'tiers' ? 'common:delivery_days' : 'choice.days'),
    revisions: t('field.revisions'),
    description: t('choice.description'),
  }
  const most = { name: names.each, description: LIMITS.packs_tier_texts_short.each }
  const change = (index: number, entry: Partial<TypedChoice>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...entry } : each)))
  const fault = choiceFault(kind, form.watch(), i18n.language)
  const wrong = fault?.fields ?? []
  const firstWrong = wrong.findIndex((fieldNames) => fieldNames.length > 0)
  return (
    <fieldset className={styles.choices}>
      <legend>{t(`promise:${kind}`)}</legend>
      <Input.Description>{t(`choice.${kind}_text`, names)}</Input.Description>
      {value.map((each, index) => {
        const title = t(`choice.${kind}_title`, { number: index + firstNumber })
        return (
          // Entries have no id, so their position is the key.
          <fieldset key={index} className={styles.choice}>
            <legend>{title}</legend>
            {fields.map((field) => (
              <TextInput
                key={field}
                label={labels[field]}
                className={isText(field) ? styles.words : undefined}
                inputMode={field === 'price' ? 'decimal' : undefined}
                maxLength={isText(field) ? most[field] : 20}
                value={each[field]}
                ref={index === firstWrong && field === wrong[index]?.[0] ? ref : undefined}
                error={Boolean(error) && wrong[index]?.includes(field)}
                onChange={(event) => change(index, { [field]: event.currentTarget.value })}
              />
            ))}
            {error && index === firstWrong && (
              <Input.Error role="alert" className={styles.words}>
                {fieldError({ message: fault?.error })}
              </Input.Error>
            )}
            <ActionIcon
              className={styles.remove}
              aria-label={actionWithName(t('common:remove'), title)}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </fieldset>
        )
      })}
      {value.length < names.max && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, NO_CHOICE])}
        >
          {t(`choice.${kind}_add`)}
        </Button>
      )}
    </fieldset>
  )
}
