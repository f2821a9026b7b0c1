import { TextInput } from '@mantine/core'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { useAddMethod } from './queries.ts'

const schema = z.object({
  holder: z
    .string()
    .check(
      z.trim(),
      z.minLength(LIMITS.payout_methods_holder_length.min, textKey('payments:holder_needed')),
      z.regex(/\p{L}.*\p{L}/u, textKey('payments:holder_needed')),
    ),
  account: z.string().check(
    z.refine((text) => isValidIBAN(electronicFormatIBAN(text) ?? ''), {
      error: textKey('payments:iban_wrong'),
    }),
  ),
})

/** Form for an account. It keeps no draft on the device, because it contains an account number. */
export function MethodForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation(['payments', 'common'])
  const add = useAddMethod()
  const { fieldOf, handleSubmit } = useCredentialForm(schema, {
    holder: '',
    account: '',
  })
  const submit = handleSubmit((input) =>
    add.mutateAsync(input).then(
      () => {
        onDone()
        toast.success(t('method_added'))
      },
      // The mutation cache has already shown the error.
      () => {},
    ),
  )
  return (
    <Form onSubmit={submit}>
      <p className={primitives.quiet}>
        {t('method_text')} {t('method_wait')}
      </p>
      <TextInput
        label={t('common:account_holder')}
        description={t('holder_text')}
        maxLength={LIMITS.payout_methods_holder_length.max}
        autoComplete="name"
        data-autofocus
        {...fieldOf('holder')}
      />
      <TextInput
        label={t('iban')}
        description={t('iban_text')}
        // An IBAN has at most 34 characters; pasted numbers contain spaces, too.
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldOf('account')}
      />
      <FormActions submit={t('method_submit')} busy={add.isPending} onCancel={onCancel} />
    </Form>
  )
}
