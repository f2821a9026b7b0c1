import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** Where the mail of this page went; kept with the entry of the history, which a reload keeps. */
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

/** The ways on from a page that waits for what was mailed. */
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
