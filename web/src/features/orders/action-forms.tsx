import { Button, Group, Rating, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoney, moneyInput, parseMoney } from '@/lib/money.ts'
import type { Order } from '@/lib/order-query.ts'
import { shareOut } from './order-facts.ts'
import { linksOf } from './links.ts'
import type { OrderMove } from './use-order-action.ts'

const TEXT_MAX = 5000

interface Common {
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => void
}

function FormEnd({
  label,
  danger,
  busy,
  onCancel,
}: Omit<Common, 'onSubmit'> & {
  label: string
  danger?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} disabled={busy}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" loading={busy} color={danger ? 'red' : undefined}>
        {label}
      </Button>
    </Group>
  )
}

interface TextFormProps extends Common {
  text: string
  label: string
  submit: string
  required: boolean
  danger?: boolean
  toMove: (text: string) => OrderMove
}

/** A decision with words: why it is declined, what should change, what the dispute is about. */
export function TextForm({
  text,
  label,
  submit,
  required,
  danger,
  toMove,
  ...rest
}: TextFormProps) {
  const { t } = useTranslation('orders')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { words: '' } })
  return (
    <form onSubmit={handleSubmit(({ words }) => rest.onSubmit(toMove(words.trim())))} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        <Textarea
          label={label}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={TEXT_MAX}
          data-autofocus
          error={formState.errors.words?.message}
          {...register('words', {
            validate: (words) => !required || words.trim() !== '' || t('text_needed'),
          })}
        />
        <FormEnd label={submit} danger={danger} {...rest} />
      </Stack>
    </form>
  )
}

export function DeliverForm(props: Common) {
  const { t } = useTranslation('orders')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '', links: '' } })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ note, links }) =>
        props.onSubmit({
          move: 'deliver_order',
          note: note.trim(),
          links: linksOf(links).links,
        }),
      )}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('deliver_text')}
        </Text>
        <Textarea
          label={t('deliver_note')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={TEXT_MAX}
          data-autofocus
          error={formState.errors.note?.message}
          {...register('note', { validate: (note) => note.trim() !== '' || t('text_needed') })}
        />
        <Textarea
          label={t('deliver_links')}
          description={t('deliver_links_text')}
          placeholder="https://"
          autosize
          minRows={2}
          maxRows={8}
          error={formState.errors.links?.message}
          {...register('links', {
            validate: (value) => {
              const { links, wrong } = linksOf(value)
              if (wrong.length > 0) return t('link_wrong', { link: wrong[0] })
              return links.length > 0 || t('link_needed')
            },
          })}
        />
        <FormEnd label={t('deliver')} {...props} />
      </Stack>
    </form>
  )
}

export function SettlementForm({ order, ...props }: Common & { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  const { currency, price_minor: price } = order
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: { share: moneyInput(Math.floor(price / 2), currency) },
  })
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const share = read(watch('share'))
  const valid = share !== null && share <= price
  const parts = shareOut(order, valid ? share : 0)
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ share: text }) =>
        props.onSubmit({ move: 'propose_settlement', creator_share_minor: read(text) ?? 0 }),
      )}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('propose_text')}
        </Text>
        <TextInput
          label={t('propose_share', { currency, price: money(price) })}
          inputMode="decimal"
          data-autofocus
          error={formState.errors.share?.message}
          {...register('share', {
            validate: (text) => {
              const minor = read(text)
              return (minor !== null && minor <= price) || t('share_wrong', { price: money(price) })
            },
          })}
        />
        {valid && (
          <Text size="sm" role="status">
            {t('propose_result', { creator: money(parts.creator), brand: money(parts.brand) })}
          </Text>
        )}
        <FormEnd label={t('propose_settlement')} {...props} />
      </Stack>
    </form>
  )
}

export function ReviewForm({ name, ...props }: Common & { name: string }) {
  const { t } = useTranslation('orders')
  const { register, control, handleSubmit, formState } = useForm({
    defaultValues: { rating: 0, comment: '' },
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ rating, comment }) =>
        props.onSubmit({ move: 'review_order', rating, comment: comment.trim() }),
      )}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('review_text', { name })}
        </Text>
        <Controller
          control={control}
          name="rating"
          rules={{ min: { value: 1, message: t('rating_needed') } }}
          render={({ field }) => (
            <div>
              <Rating
                size="xl"
                value={field.value}
                onChange={field.onChange}
                getSymbolLabel={(value) => t('stars', { count: value })}
              />
              {formState.errors.rating && (
                <Text size="xs" c="var(--k-bad-ink)" mt={4} role="alert">
                  {formState.errors.rating.message}
                </Text>
              )}
            </div>
          )}
        />
        <Textarea
          label={t('review_comment')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={2000}
          {...register('comment')}
        />
        <FormEnd label={t('review_submit')} {...props} />
      </Stack>
    </form>
  )
}
