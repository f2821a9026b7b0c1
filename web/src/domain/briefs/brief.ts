import { filesOf, type DeliveredFile } from '@/domain/orders/delivered-files.ts'
import type { Tables } from '@/lib/database.types.ts'

/** A brand's instructions for the work. Every part may be empty. */
export interface Brief {
  goal: string
  message: string
  dos: readonly string[]
  donts: readonly string[]
  links: readonly string[]
  files: readonly DeliveredFile[]
}

export type BriefColumn = `brief${'' | `_${'goal' | 'dos' | 'donts' | 'links' | 'files'}`}`

export const briefOf = (order: Pick<Tables<'pack_orders'>, BriefColumn>): Brief => ({
  goal: order.brief_goal,
  message: order.brief,
  dos: order.brief_dos,
  donts: order.brief_donts,
  links: order.brief_links,
  files: filesOf(order.brief_files),
})

/** The arguments for database functions that take a brief. */
export const briefArguments = ({ message, goal, dos, donts, links, files }: Brief) => ({
  brief: message,
  goal,
  dos: [...dos],
  donts: [...donts],
  links: [...links],
  files: [...files],
})

export const isEmpty = (brief: Brief) => brief.message === '' && !hasOtherParts(brief)

export const hasOtherParts = ({ goal, dos, donts, links, files }: Brief) =>
  goal !== '' || [dos, donts, links, files].some((list) => list.length > 0)
