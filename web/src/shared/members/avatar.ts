import { useMutation } from '@tanstack/react-query'
import { untilChecked } from '@/domain/files/until-checked.ts'
import { UPLOAD_CACHE_SECONDS } from '@/lib/constants.ts'
import { AppError, unwrap } from '@/lib/api/errors.ts'
import { loadBackend } from '@/lib/api/supabase.ts'
import { useProfile, useUpdateProfile } from './profile.tsx'

const SIDE = 512
const BUCKET = 'avatars'

/** Crops a picture to its middle square and scales it down before the upload. */
async function squareOf(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new AppError('image_unreadable')
  })
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(SIDE, side)
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas
    .getContext('2d')
    ?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.88))
  if (!blob) throw new AppError('image_unreadable')
  return blob
}

/** Puts a picture in place of the old one; null takes it away. */
export function useAvatarUpload() {
  const { profile } = useProfile()
  const update = useUpdateProfile()
  return useMutation({
    async mutationFn(file: File | null) {
      const old = profile.profile_image
      const { backend } = await loadBackend()
      const bucket = backend.storage.from(BUCKET)
      let path: string | null = null
      if (file) {
        const blob = await squareOf(file)
        const extension = blob.type === 'image/webp' ? 'webp' : 'png'
        path = `${profile.id}/${crypto.randomUUID()}.${extension}`
        await unwrap(
          bucket.upload(path, blob, {
            cacheControl: UPLOAD_CACHE_SECONDS,
            upsert: false,
            contentType: blob.type,
          }),
        )
        await untilChecked([path])
      }
      await update.mutateAsync({ profile_image: path })
      // An orphaned file does no harm.
      if (old?.startsWith(profile.id)) await bucket.remove([old])
    },
  })
}
