import { MEMBER_LISTS } from '../../../../web/src/domain/vocabulary.generated.ts'

/** Columns of members with words of a list; each is also a filter. */
export const LISTS = Object.keys(MEMBER_LISTS) as (keyof typeof MEMBER_LISTS)[]
export type List = (typeof LISTS)[number]
