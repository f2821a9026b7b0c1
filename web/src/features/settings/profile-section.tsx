import { Button, Group, Alert } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AvatarPicker } from '@/shared/members/avatar-picker.tsx'
import { ProfileFields } from '@/shared/members/profile-fields.tsx'
import {
  changesOf,
  inputOf,
  profileSchema,
  showNameRefusal,
  type ProfileInput,
} from '@/shared/members/profile-form.ts'
import { useProfile, useUpdateProfile, type Profile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { showSaved, useDraftForm } from '@/lib/form.ts'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form } from '@/ui/form.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { BadgeCheck } from 'lucide-react'
import { LinkButton } from '@/ui/link-button.tsx'
import { PortfolioSection } from './portfolio-section.tsx'

/** Warns before a change of name or picture, which removes the verification until staff have checked it. */
function VerificationNotice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('settings')
  if (!profile.is_verified && !profile.verification_pending) return null
  const kind = profile.verification_pending ? 'pending' : 'verified'
  return (
    <Alert
      icon={<BadgeCheck size={18} aria-hidden />}
      color={kind === 'pending' ? 'yellow' : 'blue'}
      title={t(`verification.${kind}`)}
    >
      {t(`verification.${kind}_text`)}
    </Alert>
  )
}

function ProfileCard() {
  const { t } = useTranslation(['settings', 'common'])
  const { profile } = useProfile()
  const update = useUpdateProfile()
  const form = useDraftForm(profileSchema(profile.role), inputOf(profile), 'profile')
  const { isDirty, defaultValues } = form.formState
  const start = { ...inputOf(profile), ...defaultValues } as ProfileInput

  const submit = (input: ProfileInput) => {
    const sent = { ...form.getValues() }
    return update.mutateAsync(changesOf(start, input, profile.role)).then(
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
          <LinkButton href={paths.creator(profile.id)} variant="subtle" size="xs">
            {t('profile.see')}
          </LinkButton>
        ) : undefined
      }
    >
      <Form gap={18} onSubmit={form.handleSubmit(submit)}>
        <DraftNote form={form} />
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
