import { Group, Input, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { moneyInput, parseMoney } from '@/domain/money/money.ts'
import {
  arePricesCrossed,
  MAX_PRICE_CENTS,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'

const DAYS = [1, 3, 7, 14, 30]
const TYPING_PAUSE_MS = 400

interface PriceProps {
  label: string
  cents: number | undefined
  onChange: (cents: number | undefined) => void
}

/** An amount that is applied when the typing pauses, the field loses the focus or Enter is pressed. Other text sets no bound. */
function PriceField({ label, cents, onChange }: PriceProps) {
  const { t, i18n } = useTranslation('filters')
  const shown = cents ? moneyInput(cents, 'USD', i18n.language) : ''
  const [text, setText] = useState(shown)
  const sent = useRef(cents)
  const read = (typed: string) => {
    const amount = typed.trim() ? parseMoney(typed, 'USD', i18n.language) : 0
    return amount !== null && amount <= MAX_PRICE_CENTS ? amount : null
  }
  const send = useDebouncedCallback((amount: number | null) => {
    const next = amount || undefined
    if (next === sent.current) return
    sent.current = next
    onChange(sent.current)
  }, TYPING_PAUSE_MS)

  // Shows a value that was changed outside this field: by the back button or by a removed filter.
  useEffect(() => {
    if (cents === sent.current) return
    sent.current = cents
    setText(shown)
  }, [cents, shown])

  const change = (typed: string) => {
    setText(typed)
    send(read(typed))
  }
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      flex={1}
      miw={110}
      value={text}
      error={read(text) === null && t('price_wrong')}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={send.flush}
      onKeyDown={(event) => event.key === 'Enter' && send.flush()}
    />
  )
}

interface Props {
  value: CreatorFilters
  onChange: (change: Partial<CreatorFilters>) => void
}

/** Filters for the price and the delivery time of a creator's packs. */
export function PackFilterFields({ value, onChange }: Props) {
  const { t } = useTranslation(['filters', 'common'])
  const priceLabel = useId()
  const { minPrice, maxPrice, maxDeliveryDays: days } = value
  const options = [...new Set([...DAYS, ...(days ? [days] : [])])].toSorted((a, b) => a - b)
  return (
    <>
      <Input.Wrapper
        label={t('common:price')}
        labelElement="div"
        labelProps={{ id: priceLabel }}
        description={t('price_text')}
        error={arePricesCrossed(value) ? t('price_crossed') : undefined}
      >
        <Group mt={8} gap={10} align="start" role="group" aria-labelledby={priceLabel}>
          <PriceField
            label={t('price_from')}
            cents={minPrice}
            onChange={(cents) => onChange({ minPrice: cents })}
          />
          <PriceField
            label={t('price_to')}
            cents={maxPrice}
            onChange={(cents) => onChange({ maxPrice: cents })}
          />
        </Group>
      </Input.Wrapper>
      <NativeSelect
        label={t('delivery')}
        data={[
          { value: '0', label: t('any_delivery') },
          ...options.map((count) => ({ value: String(count), label: t('delivery_in', { count }) })),
        ]}
        value={String(days ?? 0)}
        onChange={(event) =>
          onChange({ maxDeliveryDays: Number(event.currentTarget.value) || undefined })
        }
      />
    </>
  )
}
