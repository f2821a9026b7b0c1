import { useMutation } from '@tanstack/react-query'
import { drawPicture } from '@/lib/pictures.ts'
import { useProfile, useUpdateProfile } from './profile.tsx'
import { removePictures, uploadPictures } from './upload-picture.ts'

const SQUARE = { width: 512, height: 512, fit: 'cover' } as const

/** Puts a picture in place of the old one; null takes it away. */
export function useAvatarUpload() {
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
