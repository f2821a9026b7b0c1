import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AuthLayout } from './auth-layout.tsx'
import { Welcome } from './confirm-sign-up.tsx'
import { WithKeptProof } from './kept-or.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import type { ProvedMailbox } from './proof.ts'
import { ResendLink } from './resend-link.tsx'
import { useContinue } from './use-go-on.ts'
import { SentFoot } from './use-sent-to.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './auth-layout.module.css'

/** The page after a sign-up: asks to open the link in the mail, or to type its code if it is read on another device. */
export function CheckYourMail({ email, onOther }: { email: string; onOther: () => void }) {
  const { t } = useTranslation('auth')
  const [proved, setProved] = useState<ProvedMailbox | null>(null)
  const goOn = useContinue()
  if (proved) return <Welcome proved={proved} onDone={goOn} />
  return (
    <WithKeptProof email={email} render={(kept) => <Welcome proved={kept} onDone={goOn} />}>
      <AuthLayout
        title={t('mail.title')}
        text={<Trans t={t} i18nKey="mail.text" values={{ email }} components={{ b: <strong /> }} />}
        foot={<SentFoot onOther={onOther} />}
      >
        <MailCodeForm type="signup" email={email} onProved={setProved} />
        <div className={styles.mail}>
          <span className={`${primitives.tile} ${styles.mailIcon}`} style={{ marginBottom: 0 }}>
            <MailCheck size={26} aria-hidden />
          </span>
          <span>{t('mail.hint')}</span>
          <div>
            <ResendLink email={email} />
          </div>
        </div>
      </AuthLayout>
    </WithKeptProof>
  )
}
