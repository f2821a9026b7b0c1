import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearch } from 'wouter'
import { AvatarPicker } from '@/shared/members/avatar-picker.tsx'
import { ProfileFields } from '@/shared/members/profile-fields.tsx'
import { inputOf, profileSchema, showNameRefusal, updateOf } from '@/shared/members/profile-form.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { returnToOf } from '@/domain/paths.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Form } from '@/ui/form.tsx'
import { stepPath } from './steps.ts'
import styles from './onboarding.module.css'

/** The last step: once it is saved the guard admits the member to the dashboard. */
export function ProfileStep() {
  const { t } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile({ quiet: true })
  const form = useDraftForm(profileSchema(profile.role), inputOf(profile), 'onboarding')

  return (
    <Form
      gap={20}
      onSubmit={form.handleSubmit((input) =>
        update.mutateAsync(updateOf(input, profile.role)).catch((error: unknown) => {
          showNameRefusal(form, error)
          throw error
        }),
      )}
    >
      <AvatarPicker name={form.watch('displayName')} />
      <ProfileFields form={form} role={profile.role} />
      <div className={styles.actions}>
        <Button
          component={Link}
          href={stepPath('choose-language', returnTo)}
          variant="default"
          size="md"
        >
          {t('common:back')}
        </Button>
        <Button type="submit" size="md" loading={update.isPending}>
          {t('finish')}
        </Button>
      </div>
    </Form>
  )
}
