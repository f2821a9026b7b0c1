import { Rating, Stack, Text, Textarea } from '@mantine/core'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormEnd, type FormProps } from './form-end.tsx'

export function ReviewForm({ name, date, ...props }: FormProps & { name: string; date: string }) {
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
          {t('review_text', { name, date })}
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
