import { Button } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useSearch } from 'wouter'
import { useAvatarUpload } from '@/lib/avatar.ts'
import { imageUrl } from '@/lib/images.ts'
import { returnToOf } from '@/lib/paths.ts'
import { useProfile, useUpdateProfile } from '@/lib/profile.tsx'
import {
  inputOf,
  profileSchema,
  showNameRefusal,
  updateOf,
  type ProfileInput,
} from '@/lib/profile-form.ts'
import { AvatarPicker } from '@/ui/avatar-picker.tsx'
import { ProfileFields } from '@/ui/profile-fields.tsx'
import { stepPath } from './steps.ts'
import styles from './onboarding.module.css'

/** The last step: once it is saved the guard lets the member into the dashboard. */
export function ProfileStep() {
  const { t } = useTranslation('onboarding')
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
