import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { defaultEmailMode, emailTypes } from '@/domain/notifications/notification-types.ts'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { EMAIL_MODES } from './email-modes.ts'
import { emailPreferencesQuery, useSaveEmailPreference } from './queries.ts'
import { SettingLine } from './line.tsx'

export function EmailsSection() {
  const { t } = useTranslation('settings')
  const { profile } = useProfile()
  const query = useQuery(emailPreferencesQuery())
  const save = useSaveEmailPreference(profile.id)
  const modes = EMAIL_MODES.map((value) => ({ value, label: t(`emails.mode.${value}`) }))
  return (
    <SectionCard title={t('emails.title')}>
      <QueryView query={query} bare skeleton={<Skeleton height={360} />}>
        {(chosen) => (
          <div>
            {emailTypes(profile.role).map((type) => (
              <SettingLine
                key={type}
                title={t(`emails.type.${type}.title`)}
                text={t(`emails.type.${type}.text`)}
              >
                <Select
                  w={170}
                  aria-label={t(`emails.type.${type}.title`)}
                  data={modes}
                  value={chosen[type] ?? defaultEmailMode(type)}
                  onChange={(mode) => mode && save.mutate({ type, mode: mode })}
                />
              </SettingLine>
            ))}
          </div>
        )}
      </QueryView>
    </SectionCard>
  )
}
