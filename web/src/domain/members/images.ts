import { FILES_URL } from '@/lib/env.ts'

const OWN_PATH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\S+$/

/**
 * A profile keeps a path in the public bucket `avatars`, which holds pictures only. Any other
 * address is not shown, because its owner would learn who looks.
 */
export function imageUrl(image: string | null | undefined): string | null {
  if (!image || !OWN_PATH.test(image)) return null
  return encodeURI(`${FILES_URL}/public/avatars/${image}`)
}
