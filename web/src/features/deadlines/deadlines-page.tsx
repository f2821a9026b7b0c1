import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { mayAct, waitsFor, type OrderSide } from '@/domain/orders/orders.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { paths } from '@/domain/paths.ts'
import { BackLink } from '@/ui/back-link.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { CopyText } from '@/ui/copy-text.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { byDay, type Day } from './days.ts'
import { deadlinesQuery, type Deadline, calendarQuery, useCalendar } from './queries.ts'
import styles from './deadlines.module.css'

/** The address for calendar programs. It is shown only once, when it is created. */
function CalendarCard() {
  const { t } = useTranslation('deadlines')
  const query = useQuery(calendarQuery())
  const { renew, remove } = useCalendar()
  const address = renew.data
  return (
    <SectionCard title={t('calendar')}>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={1} />}>
        {(since) => (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('calendar_text')}
            </Text>
            {since && !address && (
              <Text size="sm">
                {t('made')} <TimeText value={since} show="full" />
              </Text>
            )}
            {address && (
              <TextInput
                label={t('address')}
                description={t('address_text')}
                value={address}
                readOnly
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
            <Group gap="xs">
              {address && <CopyText value={address} label={t('copy')} />}
              {!since && (
                <Button loading={renew.isPending} onClick={() => renew.mutate()}>
                  {t('make')}
                </Button>
              )}
              {since && (
                <>
                  <ConfirmButton
                    variant="default"
                    title={t('renew_title')}
                    text={t('renew_text')}
                    onConfirm={() => renew.mutateAsync()}
                  >
                    {t('renew')}
                  </ConfirmButton>
                  <ConfirmButton
                    danger
                    variant="subtle"
                    title={t('remove_title')}
                    text={t('remove_text')}
                    onConfirm={() => remove.mutateAsync()}
                  >
                    {t('remove')}
                  </ConfirmButton>
                </>
              )}
            </Group>
          </Stack>
        )}
      </QueryView>
    </SectionCard>
  )
}

interface DayProps {
  day: Day<Deadline>
  side: OrderSide
  isSuspended: boolean
}

function DaySection({ day, side, isSuspended }: DayProps) {
  const { t, i18n } = useTranslation('deadlines')
  const format = (options: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat(i18n.language, options).format(date)
  return (
    <SectionCard title={format({ weekday: 'long', day: 'numeric', month: 'long' }, day.date)}>
      <ul className={styles.list}>
        {day.deadlines.map((each) => (
          <li key={each.id}>
            <Link href={paths.order(each.id)} className={styles.row}>
              <time dateTime={each.due_at} className={styles.time}>
                {format({ timeStyle: 'short' }, new Date(each.due_at))}
              </time>
              <span className={styles.words}>
                <strong>
                  <bdi>{each.pack_title}</bdi>
                </strong>
                <span className={primitives.quiet}>{each.number}</span>
              </span>
              <span className={primitives.wrap}>
                {waitsFor(each.status, side) && mayAct(each.status, isSuspended) && (
                  <span className={styles.turn}>{t('your_turn')}</span>
                )}
                <StatusBadge status={each.status} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

/** Every open order by its deadline, day after day. */
export function DeadlinesPage() {
  const { t } = useTranslation(['deadlines', 'common', 'orders'])
  const { profile } = useProfile()
  const side = profile.role === 'kol' ? 'kol' : 'brand'
  const query = useInfiniteQuery(deadlinesQuery(side, profile.id))
  return (
    <Page>
      <BackLink href={paths.orders}>{t('common:nav.orders')}</BackLink>
      <PageHeader title={t('orders:see_deadlines')} description={t('text')} />
      <div className={primitives.stack}>
        <QueryView
          more="auto"
          query={query}
          skeleton={<ListSkeleton rows={4} />}
          empty={{ icon: CalendarCheck, title: t('none'), text: t('none_text') }}
        >
          {({ pages }) =>
            byDay(pages.flat()).map((day) => (
              <DaySection
                key={day.date.toDateString()}
                day={day}
                side={side}
                isSuspended={profile.suspended_at !== null}
              />
            ))
          }
        </QueryView>
        <CalendarCard />
      </div>
    </Page>
  )
}
