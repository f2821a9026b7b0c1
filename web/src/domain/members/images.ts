import { FILES_URL } from '@/lib/env.ts'

const OWN_PATH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\S+$/

/**
 * The address of a profile picture, which is a path in the public bucket `avatars`. An address outside the bucket is
 * not shown, because its server would learn who opens the profile.
 */
export function imageUrl(image: string | null | undefined): string | null {
  if (!image || !OWN_PATH.test(image)) return null
  return encodeURI(`${FILES_URL}/public/avatars/${image}`)
}

/** Pictures that are loaded while the code of their page is still loading. */
const early = new Map<string, HTMLImageElement>()

export function loadEarly(path: string | null | undefined): void {
  const source = imageUrl(path)
  if (source) early.set(source, Object.assign(new Image(), { fetchPriority: 'high', src: source }))
}

/** Attributes of a picture: it loads when it becomes visible; a picture that was loaded early is painted with its page. */
export const loadingAttributes = (source: string | null | undefined) =>
  source && early.has(source)
    ? ({ loading: 'eager', decoding: 'sync' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
