import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { LongList } from '@/ui/long-list.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { inboxQuery, type InboxEntry } from './queries.ts'
import primitives from '@/ui/primitives.module.css'
import styles from '@/shared/messages/messages.module.css'

function InboxItem({ entry, current }: { entry: InboxEntry; current: boolean }) {
  const { t } = useTranslation(['messages', 'common'])
  const { profile } = useProfile()
  const isMine = entry.last_sender_id === profile.id
  return (
    <Link
      href={paths.messages(entry.other_id)}
      className={styles.entry}
      aria-current={current ? 'page' : undefined}
      data-unread={entry.unread_count > 0 || undefined}
    >
      <MemberAvatar name={entry.other_name} image={imageUrl(entry.other_image)} size={44} />
      <span className={primitives.words}>
        <span className={styles.entryHead}>
          <strong>
            <bdi>{entry.other_name}</bdi>
          </strong>
          <TimeText value={entry.last_message_at} className={styles.quiet} />
        </span>
        <span className={styles.entryHead}>
          <span className={styles.preview}>
            {isMine && `${t('common:you')}: `}
            {entry.last_message || (
              <>
                <Paperclip size={13} aria-hidden /> {entry.last_file_name}
              </>
            )}
          </span>
          {entry.unread_count > 0 && (
            <span className={primitives.count}>
              {entry.unread_count > 99 ? '99+' : entry.unread_count}
              <span className="k-visually-hidden"> {t('common:nav.unread')}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

const TYPING_PAUSE_MS = 250

const idOfEntry = (entry: InboxEntry) => entry.conversation_id

/** Filter of the conversation list: part of a name, or only unread conversations. */
function useSought() {
  const [typed, onType] = useState('')
  const [onlyUnread, onOnlyUnread] = useState(false)
  const [term] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const query = useInfiniteQuery({
    ...inboxQuery({ ...(term && { term }), ...(onlyUnread && { only_unread: true }) }),
    placeholderData: keepPreviousData,
  })
  return { query, isSought: term !== '' || onlyUnread, typed, onType, onlyUnread, onOnlyUnread }
}

type SoughtProps = Omit<ReturnType<typeof useSought>, 'query' | 'isSought'>

function SoughtFields({ typed, onType, onlyUnread, onOnlyUnread }: SoughtProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.sought}>
      <TextInput
        type="search"
        size="xs"
        aria-label={t('find')}
        placeholder={t('find')}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Checkbox
        label={t('only_unread')}
        checked={onlyUnread}
        onChange={(event) => onOnlyUnread(event.currentTarget.checked)}
      />
    </div>
  )
}

export function InboxList({ currentId }: { currentId: string | null }) {
  const { t } = useTranslation(['messages', 'common'])
  const { profile } = useProfile()
  const { query, isSought, ...fields } = useSought()
  const hasAny = (query.data?.pages[0]?.length ?? 0) > 0
  const isBrand = profile.role === 'brand'
  return (
    <nav
      aria-label={t('common:find.conversation')}
      className={styles.inbox}
      data-hidden={currentId !== null || undefined}
    >
      <p className={styles.inboxTitle} aria-hidden>
        {t('common:nav.messages')}
      </p>
      {(hasAny || isSought || fields.typed !== '' || query.isPlaceholderData) && (
        <SoughtFields {...fields} />
      )}
      <div className={styles.entries}>
        <QueryView
          bare
          more="auto"
          query={query}
          skeleton={
            <div className={styles.skeleton}>
              <ListSkeleton rows={7} />
            </div>
          }
          empty={{
            icon: MessageSquare,
            title: t(isSought ? 'none_found' : 'empty_title'),
            text: isSought ? t('none_found_text') : t(isBrand ? 'empty_brand' : 'empty_kol'),
            action: !isSought && (
              <LinkButton href={isBrand ? paths.discover : paths.orders} variant="light">
                {t(isBrand ? 'common:discover_creators' : 'empty_action_kol')}
              </LinkButton>
            ),
          }}
        >
          {(data) => (
            <LongList
              name="inbox"
              pages={data.pages}
              keyOf={idOfEntry}
              hasMore={query.hasNextPage}
              className={styles.list}
            >
              {(entry) => <InboxItem entry={entry} current={entry.other_id === currentId} />}
            </LongList>
          )}
        </QueryView>
      </div>
    </nav>
  )
}
