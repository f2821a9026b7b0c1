import { useId, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  extraDaysText,
  extrasOf,
  hasChoices,
  tiersOf,
  type Choice,
  type Offered,
  type Tier,
} from '@/domain/orders/choices.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import styles from './pack-choices.module.css'

interface EntryProps {
  name: string
  price: ReactNode
  facts: string | null
  description?: string | undefined
  /** The radio button or checkbox, if the entry can be chosen. */
  input: ReactNode
}

function Entry({ name, price, facts, description, input }: EntryProps) {
  const Box = input ? 'label' : 'div'
  return (
    <Box className={styles.entry}>
      {input}
      <span className={styles.head}>
        <strong dir="auto">{name}</strong> <b>{price}</b>
      </span>
      {facts && <small>{facts}</small>}
      {description && <small dir="auto">{description}</small>}
    </Box>
  )
}

const toggled = (choice: Choice, name: string): Choice => {
  const without = choice.extras.filter((each) => each !== name)
  return {
    ...choice,
    extras: without.length < choice.extras.length ? without : [...without, name],
  }
}

interface Props {
  pack: Offered & { currency: string }
  /** The present choice and a function to change it; without it the entries can only be read. */
  choosing?: { choice: Choice; onChange: (choice: Choice) => void }
}

/** The tiers of a pack, starting with the basic offer, and its extras; nothing if it has neither. */
export function PackChoices({ pack, choosing }: Props) {
  const { t } = useTranslation(['promise', 'common'])
  const { t: promise } = useTranslation('promise')
  const group = useId()
  const tiers: (Tier | null)[] = [null, ...tiersOf(pack)]
  const extras = extrasOf(pack)
  const price = (minor: number, signed = false) => (
    <MoneyText minor={minor} currency={pack.currency} signed={signed} />
  )
  if (!hasChoices(pack)) return null
  return (
    <div className={styles.lists}>
      {tiers.length > 1 && (
        <fieldset className={styles.choices}>
          <legend>{t('tiers')}</legend>
          {tiers.map((tier) => {
            const { delivery_days, revisions, price_minor } = tier ?? pack
            const name = tier?.name ?? null
            return (
              <Entry
                key={name}
                name={name ?? t('basic')}
                price={price(price_minor)}
                facts={`${t('common:days', { count: delivery_days })} · ${t('common:revisions', { count: revisions })}`}
                description={tier?.description}
                input={
                  choosing && (
                    <input
                      type="radio"
                      name={group}
                      checked={choosing.choice.tier === name}
                      onChange={() => choosing.onChange({ ...choosing.choice, tier: name })}
                    />
                  )
                }
              />
            )
          })}
        </fieldset>
      )}
      {extras.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{t('extras')}</legend>
          {extras.map((extra) => (
            <Entry
              key={extra.name}
              name={extra.name}
              price={price(extra.price_minor, true)}
              facts={extraDaysText(extra, promise)}
              input={
                choosing && (
                  <input
                    type="checkbox"
                    checked={choosing.choice.extras.includes(extra.name)}
                    onChange={() => choosing.onChange(toggled(choosing.choice, extra.name))}
                  />
                )
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
