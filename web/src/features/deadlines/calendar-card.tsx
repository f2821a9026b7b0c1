import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { CopyText } from '@/ui/copy-text.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { calendarQuery, useCalendar } from './queries.ts'

/** The address that a calendar program subscribes to. It is shown once, when it is made. */
export function CalendarCard() {
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
                    confirmLabel={t('renew')}
                    onConfirm={() => renew.mutateAsync()}
                  >
                    {t('renew')}
                  </ConfirmButton>
                  <ConfirmButton
                    danger
                    variant="subtle"
                    title={t('remove_title')}
                    text={t('remove_text')}
                    confirmLabel={t('remove')}
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
