import { Input, Rating, Textarea } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import type { FormProps } from './use-order-action.ts'

const schema = z.object({
  rating: z.number().check(z.gte(1, textKey('orders:rating_needed'))),
  comment: z.string().check(z.trim()),
})

export function ReviewForm({ name, date, ...props }: FormProps & { name: string; date: string }) {
  const { t } = useTranslation('orders')
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    schema,
    { rating: 0, comment: '' },
    props.place,
  )
  const rating = controlOf('rating')
  return (
    <Form
      onSubmit={handleSubmit(({ rating, comment }) =>
        props.onSubmit({ move: 'review_order', rating, comment }),
      )}
      text={t('review_text', { name, date })}
    >
      <Input.Wrapper error={rating.error}>
        <Rating
          size="xl"
          value={rating.value}
          onChange={rating.onChange}
          getSymbolLabel={(value) => t('stars', { count: value })}
        />
      </Input.Wrapper>
      <Textarea
        label={t('review_comment')}
        maxLength={LIMITS.reviews_comment_length.max}
        {...fieldOf('comment')}
      />
      <FormActions submit={t('review_submit')} busy={props.busy} onCancel={props.onCancel} />
    </Form>
  )
}
