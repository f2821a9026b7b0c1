import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { moneySchema } from '@/domain/money/money-field.ts'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { ShareSplit } from '@/shared/orders/share-split.tsx'
import type { StaffOrder } from '@/domain/orders/staff-orders.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { Tables } from '@/lib/database.types.ts'
import { useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { RefusalText } from '@/ui/refusal-text.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { isDecided, useStaffAction } from './staff-actions.ts'

const CATEGORIES = [
  'not_delivered',
  'late',
  'not_as_agreed',
  'partly_as_agreed',
  'as_agreed',
  'withheld_by_brand',
  'other',
] as const satisfies readonly Tables<'rulings'>['category'][]
const CLAUSES = [
  'deliverables',
  'deadline',
  'brief',
  'revisions',
  'usage_rights',
  'disclosure',
  'conduct',
  'other',
] as const satisfies readonly Tables<'rulings'>['clause'][]

const PERCENTS = [0, 25, 50, 75, 100]

type Priced = Pick<StaffOrder, 'currency' | 'price_minor' | 'released_minor'>

/** The creator's share for a percentage: the part that accepted milestones have paid, plus that percentage of the rest, rounded down. */
export const shareOf = ({ price_minor, released_minor }: Priced, percent: number) =>
  released_minor +
  Number((BigInt(price_minor - released_minor) * BigInt(Math.round(percent))) / 100n)

export function rulingSchema(
  { currency, price_minor: most, released_minor: least }: Priced,
  locale: string,
) {
  const show = (minor: number) => formatMoney(minor, currency, locale)
  const wrong = textKey('orders:share_wrong', { least: show(least), price: show(most) })
  return z.object({
    share: moneySchema({ currency, locale, least, most, zero: true, wrong }),
    note,
    category: z.enum(CATEGORIES, textKey('orders:choose')),
    clause: z.enum(CLAUSES, textKey('orders:choose')),
    summary: z.string(),
  })
}

interface ShareProps {
  order: StaffOrder
  text: string
  onText: (text: string) => void
  field: UseFormRegisterReturn & { error: string | undefined }
}

/** Fields for the creator's share, as an amount or a percentage, with what each side then gets. */
function ShareFields({ order, text, onText, field }: ShareProps) {
  const { t, i18n } = useTranslation(['staff', 'orders'])
  const { currency, price_minor: price, released_minor: paid } = order
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  const share = parseMoney(text, currency, i18n.language)
  const valid = share !== null && share >= paid && share <= price
  return (
    <>
      <TextInput
        label={t('ruling_share', { price: money(price) })}
        description={paid > 0 && t('orders:share_paid', { paid: money(paid) })}
        inputMode="decimal"
        {...field}
      />
      <Group gap={4} role="group" aria-label={t('ruling_percent')}>
        {PERCENTS.map((percent) => (
          <Button
            key={percent}
            size="xs"
            variant="default"
            onClick={() => onText(moneyInput(shareOf(order, percent), currency, i18n.language))}
          >
            {percent} %
          </Button>
        ))}
      </Group>
      <div role="status">
        {valid && <ShareSplit orderId={order.id} shareMinor={share} side={null} />}
      </div>
    </>
  )
}

function useRuling(order: StaffOrder, onDone: () => void) {
  const { i18n } = useTranslation()
  const act = useStaffAction()
  const { currency } = order
  const form = useDraftForm(
    rulingSchema(order, i18n.language),
    // Amount, category and clause start empty, so that no outcome is suggested.
    { share: '', note: '', summary: '', category: '' as 'other', clause: '' as 'other' },
    `staff:ruling:${order.id}`,
  )
  const onAppeal = order.status === 'appealed'
  const submit = form.handleSubmit(({ share, ...fields }) =>
    act
      .mutateAsync({
        act: onAppeal ? 'decide_appeal' : 'resolve_dispute',
        args: {
          order_id: order.id,
          creator_share_minor: parseMoney(share, currency, i18n.language) ?? 0,
          ...fields,
        },
      })
      .then(onDone),
  )
  return { form, submit, onAppeal, act }
}

interface RulingProps {
  order: StaffOrder
  /** True if a colleague or the sides have ended the dispute. The typed text stays readable. */
  isOver: boolean
  onClose: () => void
}

export function RulingForm({ order, isOver, onClose }: RulingProps) {
  const { t } = useTranslation(['staff', 'common', 'orders'])
  const { form, submit, onAppeal, act } = useRuling(order, onClose)
  // The reader's own ruling also ends the dispute, shortly before the form closes.
  const isLate = (isOver && !act.isPending && !act.isSuccess) || isDecided(act.error)
  const { fieldOf, watch, setValue } = form
  return (
    <Form onSubmit={submit}>
      <ShareFields
        order={order}
        text={watch('share')}
        onText={(text) => setValue('share', text)}
        field={fieldOf('share')}
      />
      <NativeSelect
        label={t('ruling_category')}
        data={[
          { value: '', label: t('orders:choose') },
          ...CATEGORIES.map((value) => ({ value, label: t(`common:ruling_category.${value}`) })),
        ]}
        {...fieldOf('category')}
      />
      <NativeSelect
        label={t('ruling_clause')}
        data={[
          { value: '', label: t('orders:choose') },
          ...CLAUSES.map((value) => ({ value, label: t(`common:ruling_clause.${value}`) })),
        ]}
        {...fieldOf('clause')}
      />
      <NoteField
        label={t('ruling_note')}
        description={t('ruling_note_text')}
        maxLength={LIMITS.rulings_note_length.max}
        data-autofocus={undefined}
        {...fieldOf('note')}
      />
      <Textarea
        label={t('ruling_summary')}
        description={t('ruling_summary_text')}
        minRows={2}
        maxRows={6}
        maxLength={LIMITS.rulings_summary_length.max}
        {...fieldOf('summary')}
      />
      <Text size="sm" c="dimmed">
        {t(onAppeal ? 'appeal_decides' : 'ruling_waits')}
      </Text>
      {isLate && (
        <div role="status" className={primitives.warning}>
          <RefusalText token="decided_meanwhile" />
        </div>
      )}
      <FormActions
        submit={t(onAppeal ? 'decide_appeal' : 'rule')}
        busy={act.isPending}
        disabled={isLate}
        onCancel={onClose}
      />
    </Form>
  )
}
