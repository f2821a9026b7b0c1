import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextForm } from '../actions/text-form.tsx'
import type { FormProps } from '../actions/use-order-action.ts'

/** An answer to the other side, in words. */
export function AnswerForm({ otherName, ...props }: FormProps & { otherName: string }) {
  const { t } = useTranslation('orders')
  // One id for every attempt, so that a retry does not add a second statement.
  const [statementId] = useState(() => crypto.randomUUID())
  return (
    <TextForm
      {...props}
      required
      text={t('answer_text', { name: otherName })}
      label={t('answer_body')}
      submit={t('answer')}
      toMove={(body) => ({ move: 'answer_dispute', body, statement_id: statementId })}
    />
  )
}
