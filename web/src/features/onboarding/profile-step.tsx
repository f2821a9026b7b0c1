import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useSearch } from 'wouter'
import { AvatarPicker } from '@/domain/members/avatar-picker.tsx'
import { useAvatarUpload } from '@/domain/members/avatar.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { ProfileFields } from '@/domain/members/profile-fields.tsx'
import {
  inputOf,
  profileSchema,
  showNameRefusal,
  updateOf,
  type ProfileInput,
} from '@/domain/members/profile-form.ts'
import { useProfile, useUpdateProfile } from '@/domain/members/profile.tsx'
import { returnToOf } from '@/domain/paths.ts'
import { stepPath } from './steps.ts'
import styles from './onboarding.module.css'

/** The last step: once it is saved the guard lets the member into the dashboard. */
export function ProfileStep() {
  const { t } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile()
  const avatar = useAvatarUpload()
  const form = useForm<ProfileInput>({
    resolver: zodResolver(profileSchema(profile.role)),
    defaultValues: inputOf(profile),
  })
  const name = useWatch({ control: form.control, name: 'displayName' })

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.handleSubmit((input) =>
        update.mutate(updateOf(input), { onError: (error) => showNameRefusal(form, error) }),
      )}
    >
      <AvatarPicker
        name={name}
        image={imageUrl(profile.profile_image)}
        busy={avatar.isPending}
        onPick={(file) => avatar.mutate(file)}
      />
      <ProfileFields control={form.control} role={profile.role} />
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
    </form>
  )
}
