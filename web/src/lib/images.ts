import { supabase } from './supabase.ts'

/** A profile keeps either an address or a path in the public bucket `avatars`. */
export function imageUrl(image: string | null | undefined): string | null {
  if (!image) return null
  if (/^(https?:|data:|\/)/.test(image)) return image
  return supabase.storage.from('avatars').getPublicUrl(image).data.publicUrl
}
