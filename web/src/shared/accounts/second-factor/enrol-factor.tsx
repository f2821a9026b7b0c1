import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useCredentialForm } from '@/lib/form.ts'
import { CopyText } from '@/ui/copy-text.tsx'
import { Form, FormActions, FormError, type ActionsProps } from '@/ui/form.tsx'
import { useEnrol, useEnterCode, type Enrolment } from '@/domain/accounts/factors.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './second-factor.module.css'

interface Props extends Pick<ActionsProps, 'aside' | 'onCancel'> {
  /** Names of the member's other apps; each app needs its own name. */
  taken?: string[]
  onDone: () => void
}

const nameSchema = z.object({ name: z.string().check(z.trim()) })

function freeName(base: string, taken: string[]): string {
  if (!taken.includes(base)) return base
  const number = [2, 3, 4, 5, 6, 7, 8, 9, 10].find((each) => !taken.includes(`${base} ${each}`))
  return `${base} ${number ?? 11}`
}

/** Steps to set up an authenticator app: its name, then the QR code or the secret, then the first code. */
export function EnrolFactor({ taken = [], onDone, ...leave }: Props) {
  const { t } = useTranslation('security')
  const { fieldOf, handleSubmit, getValues } = useCredentialForm(nameSchema, {
    name: freeName(t('enrol.default_name'), taken),
  })
  const enrol = useEnrol()
  if (enrol.data)
    return (
      <ProveFactor enrolment={enrol.data} name={getValues('name')} onDone={onDone} {...leave} />
    )
  return (
    <Form onSubmit={handleSubmit(({ name }) => enrol.mutate(name || t('enrol.default_name')))}>
      <p className={primitives.intro}>{t('enrol.apps')}</p>
      <FormError error={enrol.error} />
      <TextInput
        label={t('enrol.name')}
        description={t('enrol.name_hint')}
        {...fieldOf('name')}
        maxLength={40}
        size="md"
        data-autofocus
      />
      <FormActions submit={t('enrol.begin')} busy={enrol.isPending} {...leave} />
    </Form>
  )
}

function ProveFactor({
  enrolment,
  name,
  onDone,
  ...leave
}: Omit<Props, 'taken'> & { enrolment: Enrolment; name: string }) {
  const { t } = useTranslation('security')
  const enter = useEnterCode(onDone)
  const { factorId, qrCode, secret } = enrolment
  return (
    <Stack gap="md">
      <p className={primitives.intro}>{t('enrol.scan')}</p>
      <img className={styles.qr} src={qrCode} alt={t('enrol.qr')} width={180} height={180} />
      <div className={styles.secret}>
        <output aria-label={t('enrol.secret')}>{secret}</output>
        <CopyText value={secret} label={t('enrol.copy')} />
      </div>
      <FactorCodeForm
        factors={[{ id: factorId, name, createdAt: '' }]}
        submitLabel={t('enrol.finish')}
        error={enter.error}
        isPending={enter.isPending}
        onSubmit={(answer) => enter.mutate(answer)}
        {...leave}
      />
    </Stack>
  )
}
