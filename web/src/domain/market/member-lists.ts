// Lists of words that members choose from: columns of a profile and filters of the search.
import { textOr } from '@/lib/i18n/text.ts'
import { MEMBER_LISTS } from '../vocabulary.generated.ts'
import { platformName } from './market.ts'

export type MemberList = keyof typeof MEMBER_LISTS
export type WordsOf<List extends MemberList> = (typeof MEMBER_LISTS)[List][number]
export type Words = { [List in MemberList]: WordsOf<List>[] }

export const LIST_NAMES = Object.keys(MEMBER_LISTS) as MemberList[]
/** All lists except the platforms, which are shown separately, with followers. */
export const OTHER_LISTS = LIST_NAMES.filter((list) => list !== 'platforms')
/** Lists of which a creator has to choose at least one entry each; otherwise the profile is incomplete. */
export const REQUIRED_LISTS: readonly MemberList[] = ['platforms', 'categories']

export function wordLabel(list: MemberList, word: string): string {
  return list === 'platforms'
    ? platformName(word)
    : textOr(`common:lists.${list}.words.${word}`, word)
}

export const listOptions = (list: MemberList) =>
  MEMBER_LISTS[list].map((value) => ({ value: value as string, label: wordLabel(list, value) }))
