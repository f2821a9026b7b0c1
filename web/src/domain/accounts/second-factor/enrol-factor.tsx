import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formMessage } from '@/lib/errors.ts'
import { CopyText } from '@/ui/copy-text.tsx'
import { useEnrol, useEnterCode, type Enrolment } from '../factors.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import styles from './second-factor.module.css'

interface Props {
  /** Names that are taken: each app of a member has its own. */
  taken?: string[]
  onDone: () => void
  /** Beside each button: the way out. */
  aside?: ReactNode
}

function freeName(base: string, taken: string[]): string {
  if (!taken.includes(base)) return base
  const number = [2, 3, 4, 5, 6, 7, 8, 9, 10].find((each) => !taken.includes(`${base} ${each}`))
  return `${base} ${number ?? 11}`
}

/** Sets up an authenticator app: a name, then the picture or the secret, then the first code. */
export function EnrolFactor({ taken = [], onDone, aside }: Props) {
  const { t } = useTranslation('security')
  const [name, setName] = useState(() => freeName(t('enrol.default_name'), taken))
  const enrol = useEnrol()
  if (enrol.data)
    return <ProveFactor enrolment={enrol.data} name={name} onDone={onDone} aside={aside} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        enrol.mutate(name.trim() || t('enrol.default_name'))
      }}
    >
      <Stack gap="md">
        <p className={styles.text}>{t('enrol.apps')}</p>
        {enrol.error && (
          <Alert color="red" role="alert">
            {formMessage(enrol.error)}
          </Alert>
        )}
        <TextInput
          label={t('enrol.name')}
          description={t('enrol.name_hint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={40}
          size="md"
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          {aside}
          <Button type="submit" loading={enrol.isPending}>
            {t('enrol.begin')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ProveFactor({
  enrolment,
  name,
  onDone,
  aside,
}: Omit<Props, 'taken'> & { enrolment: Enrolment; name: string }) {
  const { t } = useTranslation('security')
  const enter = useEnterCode(onDone)
  const { factorId, qrCode, secret } = enrolment
  return (
    <Stack gap="md">
      <p className={styles.text}>{t('enrol.scan')}</p>
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
        aside={aside}
      />
    </Stack>
  )
}
