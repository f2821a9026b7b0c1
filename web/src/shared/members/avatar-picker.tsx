import { Button, FileButton, Group, Text } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { PICTURE_TYPES } from '@/domain/vocabulary.generated.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { useMutation } from '@tanstack/react-query'
import { drawPicture } from '@/lib/pictures.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { MemberAvatar } from './member-avatar.tsx'
import { useProfile, useUpdateProfile } from './profile.tsx'
import { removePictures, uploadPictures } from './upload-picture.ts'

const SQUARE = { width: 512, height: 512, fit: 'cover' } as const

/** Replaces the member's picture; null removes it. */
function useAvatarUpload() {
  const { profile } = useProfile()
  const update = useUpdateProfile()
  return useMutation({
    async mutationFn(file: File | null) {
      const old = profile.profile_image
      const [path = null] = file
        ? await uploadPictures(profile.id, await drawPicture(file, [SQUARE]))
        : []
      await update.mutateAsync({ profile_image: path })
      if (old?.startsWith(profile.id)) await removePictures([old])
    },
  })
}

const TYPES = PICTURE_TYPES.join(',')

/** The member's own picture, with initials from the name that is being typed. */
export function AvatarPicker({ name }: { name: string }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const { mutate, isPending, variables } = useAvatarUpload()
  const image = imageUrl(profile.profile_image)
  return (
    <Group gap="md" wrap="nowrap">
      <MemberAvatar name={name} image={image} size={72} />
      <div>
        <Group gap="xs">
          <FileButton onChange={(file) => file && mutate(file)} accept={TYPES}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isPending}>
                {image ? t('profile.image_change') : t('profile.image_add')}
              </Button>
            )}
          </FileButton>
          {image && (
            <ConfirmButton
              variant="subtle"
              size="xs"
              color="gray"
              disabled={isPending}
              title={t('profile.image_remove_title')}
              text={profile.is_verified && t('profile.image_remove_text')}
              danger
              onConfirm={() => mutate(null)}
            >
              {t('remove')}
            </ConfirmButton>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6} role="status">
          {t(isPending && variables ? 'profile.image_checking' : 'profile.image_hint')}
        </Text>
      </div>
    </Group>
  )
}
