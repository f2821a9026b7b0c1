import { MessagesSquare } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { EmptyState } from '@/ui/empty-state.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { InboxList } from './inbox-list.tsx'
import { Thread } from './thread.tsx'
import styles from '@/shared/messages/messages.module.css'

export function MessagesPage() {
  const { t } = useTranslation(['messages', 'common'])
  const { profileId } = useParams<{ profileId?: string }>()
  useDocumentTitle(t('common:nav.messages'))
  return (
    <div className={styles.page}>
      <h1 className="k-visually-hidden">{t('common:nav.messages')}</h1>
      <InboxList currentId={profileId ?? null} />
      {profileId ? (
        <Thread key={profileId} otherId={profileId} />
      ) : (
        <div className={styles.nobody}>
          <EmptyState
            bare
            icon={MessagesSquare}
            title={t('choose_title')}
            text={t('choose_text')}
          />
        </div>
      )}
    </div>
  )
}
