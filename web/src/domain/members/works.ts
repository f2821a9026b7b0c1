// The portfolio of a creator: pictures of works, in the order in which they are shown.
import type { Platform } from '@/domain/market/market.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'

export type Work = {
  title: string
  /** Paths in the bucket of pictures: `image` in full size, `thumbnail` cut to the size of a card. */
  image: string
  thumbnail: string
  platform?: Platform
  /** The day on which it was made, such as 2026-11-25. */
  made_on?: string
  link?: string
  /** The order that the work was made for; its brand allows the creator to show it. Only the creator reads it. */
  order_id?: string
  /** Others read this in the place of `order_id`. */
  made_here?: true
}

export const WORKS_MAX = LIMITS.profiles_works_are_list.max
/** The longest title of a work, as in the database's function `private.works_are_valid`. */
export const WORK_TITLE_MAX = 80

/** Size of a thumbnail in pixels: twice the width of a card on a phone. */
export const THUMBNAIL = { width: 640, height: 480 } as const
/** The largest width and height that the check of pictures allows, in pixels. */
export const FULL_SIDE = 1024

export const isMadeHere = ({ order_id, made_here }: Work): boolean =>
  order_id !== undefined || made_here === true

export const worksOf = (member: { works: unknown }): Work[] => (member.works ?? []) as Work[]

/** The work that a pack shows: the one with the chosen picture, otherwise one on its platform. */
export const workOfPack = (
  pack: { picture: string | null; platform: string | null },
  works: readonly Work[],
) =>
  works.find(({ thumbnail }) => thumbnail === pack.picture) ??
  works.find(({ platform }) => platform && platform === pack.platform)

/** The list with the work in place of the one with that picture, or at the end if there is none. */
export function withWork(works: readonly Work[], work: Work, image = work.image): Work[] {
  const at = works.findIndex((each) => each.image === image || each.image === work.image)
  return at < 0 ? [...works, work] : works.with(at, work)
}

/** The list with one item moved to another position. */
export function movedItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1)
  const item = list[from]
  return item === undefined
    ? [...list]
    : rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item)
}
