import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { readDevice } from './device.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession, type SignIn } from './sessions.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

export function SessionsCard() {
  const { t } = useTranslation(['security', 'common'])
  const query = useQuery(sessionsQuery())
  const endOthers = useEndOtherSessions()
  return (
    <SectionCard title={t('sessions.title')}>
      <div className={styles.form}>
        <p className={primitives.intro}>{t('sessions.text')}</p>
        <QueryView query={query} bare skeleton={<ListSkeleton rows={2} />}>
          {(sessions) => (
            <>
              <ul className={styles.people} aria-label={t('sessions.title')}>
                {sessions.map((each) => (
                  <Row key={each.id} session={each} />
                ))}
              </ul>
              {sessions.length > 1 && (
                <div>
                  <ConfirmButton
                    danger
                    title={t('sessions.others_title')}
                    text={t('sessions.others_text')}
                    onConfirm={async () => {
                      await endOthers.mutateAsync()
                      toast.success(t('sessions.others_done'))
                    }}
                  >
                    {t('sessions.others')}
                  </ConfirmButton>
                </div>
              )}
            </>
          )}
        </QueryView>
      </div>
    </SectionCard>
  )
}

function Row({ session }: { session: SignIn }) {
  const { t } = useTranslation(['security', 'common'])
  const end = useEndSession()
  const known = readDevice(session.user_agent)
  const device = known
    ? t('sessions.on', { browser: known.browser, system: known.system })
    : t('sessions.unknown')
  return (
    <li>
      <div>
        <strong>{device}</strong>
        <span>
          {session.address}
          {/* The present session may have been refreshed up to an hour ago. */}
          {!session.is_current && (
            <>
              {' '}
              · {t('sessions.last_seen')} <TimeText value={session.refreshed_at} />
            </>
          )}
        </span>
      </div>
      {session.is_current ? (
        <ToneBadge tone="good">{t('sessions.this')}</ToneBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={t('sessions.end_named', { device })}
          onClick={() => end.mutate(session.id)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
