import { untilChecked } from '@/domain/files/until-checked.ts'
import { loadBackend, unwrap } from '@/lib/api/supabase.ts'
import { UPLOAD_CACHE_SECONDS } from '@/lib/constants.ts'

const bucketOf = async () => (await loadBackend()).backend.storage.from('avatars')

/** Uploads pictures for a profile, waits for their check, and returns their paths. */
export async function uploadPictures(profileId: string, pictures: Blob[]): Promise<string[]> {
  const bucket = await bucketOf()
  const paths = await Promise.all(
    pictures.map(async (picture) => {
      const extension = picture.type === 'image/webp' ? 'webp' : 'png'
      const path = `${profileId}/${crypto.randomUUID()}.${extension}`
      await unwrap(
        bucket.upload(path, picture, {
          cacheControl: UPLOAD_CACHE_SECONDS,
          upsert: false,
          contentType: picture.type,
        }),
      )
      return path
    }),
  )
  await untilChecked(paths)
  return paths
}

/** Deletes pictures that are no longer used. Callers do not await it, because an unused file does no harm. */
export async function removePictures(paths: string[]): Promise<void> {
  if (paths.length > 0) await (await bucketOf()).remove(paths)
}
