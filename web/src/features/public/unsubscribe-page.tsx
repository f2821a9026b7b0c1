import { Button, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearch } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { toUserMessage, unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import styles from './content.module.css'

/**
 * Where the link of an e-mail leads, signed in or not. It asks once: programs that open every
 * link of a mail must not switch anything off.
 */
export function UnsubscribePage() {
  const { t } = useTranslation('site')
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  useDocumentTitle(t('unsubscribe.title'))
  const stop = useMutation({
    meta: { silent: true },
    mutationFn: () => unwrap(supabase.rpc('unsubscribe', { token })),
  })
  return (
    <main className={styles.notFound}>
      <h1>{t(stop.isSuccess ? 'unsubscribe.done_title' : 'unsubscribe.title')}</h1>
      <p role="status">
        {stop.isSuccess
          ? t('unsubscribe.done_text')
          : stop.error
            ? toUserMessage(stop.error)
            : t(token ? 'unsubscribe.text' : 'unsubscribe.no_token')}
      </p>
      {!stop.isSuccess && token ? (
        <Button size="md" onClick={() => stop.mutate()} disabled={stop.isPending}>
          {stop.isPending ? <Loader size={18} /> : t('unsubscribe.action')}
        </Button>
      ) : (
        <Button component={Link} href={paths.settings('emails')} variant="default" size="md">
          {t('unsubscribe.settings')}
        </Button>
      )}
    </main>
  )
}
