import { MEMBER_LISTS } from '../../../../web/src/domain/vocabulary.generated.ts'

/** Columns of members that hold words of a list; each is a filter, too. */
export const LISTS = Object.keys(MEMBER_LISTS) as (keyof typeof MEMBER_LISTS)[]
export type List = (typeof LISTS)[number]
