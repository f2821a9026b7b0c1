// The portfolio of a creator: pictures of works, in the order in which they are shown.
import type { Platform } from '@/domain/market/market.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'

export type Work = {
  title: string
  /** Paths in the bucket of pictures: as large as it was given, and cut to the size of a card. */
  image: string
  thumbnail: string
  platform?: Platform
  /** A day, such as 2026-11-25. */
  made_on?: string
  link?: string
  /** The order that it was made for, whose brand lets it be shown. */
  order_id?: string
}

export const WORKS_MAX = LIMITS.profiles_works_are_list.max
/** The limit of `private.works_are_valid`. */
export const WORK_TITLE_MAX = 80

/** In pixels; twice as many as a card on a phone is wide. */
export const THUMBNAIL = { width: 640, height: 480 } as const
/** The largest that the check of pictures allows. */
export const FULL_SIDE = 1024

export const worksOf = (member: { works: unknown }): Work[] => (member.works ?? []) as Work[]

/** The work that a pack shows: the chosen one, or one on its platform. */
export const workOfPack = (
  pack: { picture: string | null; platform: string | null },
  works: readonly Work[],
) =>
  works.find(({ thumbnail }) => thumbnail === pack.picture) ??
  works.find(({ platform }) => platform && platform === pack.platform)

/** The list with a work in the place of the one of that picture; at its end if there is none. */
export function withWork(works: readonly Work[], work: Work, image = work.image): Work[] {
  const at = works.findIndex((each) => each.image === image || each.image === work.image)
  return at < 0 ? [...works, work] : works.with(at, work)
}

/** The list with one work at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1)
  const item = list[from]
  return item === undefined
    ? [...list]
    : rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item)
}
