import { Button, Group } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { AvatarPicker } from '@/shared/members/avatar-picker.tsx'
import { ProfileFields } from '@/shared/members/profile-fields.tsx'
import {
  inputOf,
  profileSchema,
  showNameRefusal,
  updateOf,
  type ProfileInput,
} from '@/shared/members/profile-form.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { showSaved, useDraftForm } from '@/lib/form.ts'
import { Form } from '@/ui/form.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { PortfolioSection } from './portfolio-section.tsx'
import { VerificationNotice } from './verification-notice.tsx'

function ProfileCard() {
  const { t } = useTranslation(['settings', 'common'])
  const { profile } = useProfile()
  const update = useUpdateProfile()
  const form = useDraftForm(profileSchema(profile.role), inputOf(profile), 'profile')
  const { isDirty } = form.formState

  const submit = (input: ProfileInput) => {
    const sent = { ...form.getValues() }
    return update.mutateAsync(updateOf(input, profile.role)).then(
      (saved) => showSaved(form, sent, inputOf(saved)),
      (error) => {
        showNameRefusal(form, error)
        throw error
      },
    )
  }

  return (
    <SectionCard
      title={t('section.profile')}
      actions={
        profile.role === 'kol' ? (
          <Button component={Link} href={paths.creator(profile.id)} variant="subtle" size="xs">
            {t('profile.see')}
          </Button>
        ) : undefined
      }
    >
      <Form gap={18} onSubmit={form.handleSubmit(submit)}>
        <VerificationNotice profile={profile} />
        <AvatarPicker name={form.watch('displayName')} />
        <ProfileFields form={form} role={profile.role} withLanguage />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={!isDirty || update.isPending}
            onClick={() => form.reset()}
          >
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!isDirty}>
            {t('common:save')}
          </Button>
        </Group>
      </Form>
    </SectionCard>
  )
}

export function ProfileSection() {
  const { profile } = useProfile()
  return (
    <>
      <ProfileCard />
      {profile.role === 'kol' && <PortfolioSection />}
    </>
  )
}
