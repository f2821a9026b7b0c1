import { Button, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { toUserMessage } from '@/lib/api/errors.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { checkSession } from '@/lib/session/session.ts'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import styles from './content.module.css'

export const UnsubscribePage = () => (
  <LinkPage act="unsubscribe" words="unsubscribe" next={paths.settings('emails')} />
)
export const NotMePage = () => (
  <LinkPage act="disown_account" words="not_me" next={paths.forgotPassword} />
)

type Props = {
  act: 'unsubscribe' | 'disown_account'
  words: 'unsubscribe' | 'not_me'
  next: string
}
/**
 * Target of a link in an e-mail, with or without a session. It asks for a confirmation, because programs that open all
 * links of a mail must not change anything. The token is removed from the history, so that the next user of the browser
 * does not find it.
 */
function LinkPage({ act, words, next }: Props) {
  const { t } = useTranslation('site')
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  useDocumentTitle(t(`${words}.title`))
  const stop = useMutation({
    meta: { silent: true },
    mutationFn: (): Promise<unknown> => unwrap(supabase.rpc(act, { token })),
    // Disowning an account ends all its sessions. Without this check a member would not reach pages for visitors.
    onSuccess: () => (act === 'disown_account' ? checkSession() : undefined),
  })
  return (
    <main className={styles.notFound}>
      <h1>{t(`${words}.${stop.isSuccess ? 'done_title' : 'title'}`)}</h1>
      <p role="status">
        {stop.isSuccess
          ? t(`${words}.done_text`)
          : stop.error
            ? toUserMessage(stop.error)
            : t(`${words}.${token ? 'text' : 'no_token'}`)}
      </p>
      {stop.data === true && (
        <p>
          <Trans
            t={t}
            i18nKey="not_me.factor_stays"
            components={{ contact: <Link href={paths.contact} /> }}
          />
        </p>
      )}
      {!stop.isSuccess && token ? (
        <Button size="md" onClick={() => stop.mutate()} disabled={stop.isPending}>
          {stop.isPending ? <Loader size={18} /> : t(`${words}.action`)}
        </Button>
      ) : (
        <LinkButton href={next} size="md">
          {t(`${words}.settings`)}
        </LinkButton>
      )}
    </main>
  )
}
