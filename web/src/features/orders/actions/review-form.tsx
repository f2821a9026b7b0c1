import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { StarsField } from '@/ui/stars-field.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import type { FormProps } from './use-order-action.ts'

const schema = z.object({
  rating: z.number().check(z.gte(1, textKey('orders:rating_needed'))),
  comment: z.string().check(z.trim()),
})

export function ReviewForm({ name, date, ...props }: FormProps & { name: string; date: string }) {
  const { t } = useTranslation(['orders', 'common'])
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    schema,
    { rating: 0, comment: '' },
    props.place,
  )
  return (
    <Form
      onSubmit={handleSubmit(({ rating, comment }) =>
        props.onSubmit({ move: 'review_order', rating, comment }),
      )}
      text={t('review_text', { name, date })}
    >
      <StarsField
        {...controlOf('rating')}
        label={t('common:rating')}
        nameOf={(count) => t('stars', { count })}
      />
      <Textarea
        label={t('review_comment')}
        maxLength={LIMITS.reviews_comment_length.max}
        {...fieldOf('comment')}
      />
      <FormActions submit={t('review_submit')} busy={props.busy} onCancel={props.onCancel} />
    </Form>
  )
}
