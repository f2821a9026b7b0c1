import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** The address to which this page sent a mail, stored in the entry of the browser history, which a reload keeps. */
export function useSentTo() {
  const [sentTo, setSentTo] = useState(
    () => (history.state as { sentTo?: string } | null)?.sentTo ?? null,
  )
  const keep = (email: string | null) => {
    history.replaceState({ ...history.state, sentTo: email }, '')
    setSentTo(email)
  }
  return [sentTo, keep] as const
}

/** Links on a page that waits for the user to read a mail. */
export function SentFoot({ onOther }: { onOther: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <>
      <Link href={paths.login}>{t('forgot.back')}</Link>
      {' · '}
      <Anchor
        component="button"
        type="button"
        inherit
        fw={600}
        underline="always"
        onClick={onOther}
      >
        {t('mail.other')}
      </Anchor>
    </>
  )
}
