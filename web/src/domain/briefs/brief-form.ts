// The form fields of a brief: each list is one text with an entry per line.
import * as z from 'zod/mini'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { linksOf } from '@/domain/orders/links.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { textKey } from '@/lib/i18n/text.ts'
import type { Brief } from './brief.ts'
import { wishedBounds } from './wished-date.ts'

const {
  pack_orders_brief_dos_short: lines,
  pack_orders_brief_links_short: links,
  pack_orders_brief_length: message,
  pack_orders_brief_goal_length: goal,
} = LIMITS

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)

const fewLines = z.string().check(
  z.refine(
    (text) => {
      const found = linesOf(text)
      return found.length <= lines.max && found.every((line) => line.length <= lines.each)
    },
    textKey('brief:lines_long', lines),
  ),
)

const fewLinks = z.string().check(
  z.superRefine((text, context) => {
    const { links: found, wrong } = linksOf(text)
    if (wrong[0]) context.addIssue(textKey('common:link_wrong', { link: wrong[0] }))
    else if (found.length > links.max || found.some((link) => link.length > links.each))
      context.addIssue(textKey('brief:links_long', links))
  }),
)

const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, textKey('brief:text_long', { max })))

/** The fields of every form of a brief. */
export const briefShape = {
  goal: text(goal.max),
  message: text(message.max),
  dos: fewLines,
  donts: fewLines,
  links: fewLinks,
}

/** The fields of a form that sends a brief with its files. */
export const writtenBriefShape = {
  ...briefShape,
  /** Files that are in Storage already: from an earlier brief, or uploaded by an attempt to send that failed later. */
  stored: z.array(z.custom<DeliveredFile>()),
}

/** A day on which the brand wishes the work to be published, or an empty text. */
export const wishedDate = z.string().check(
  z.refine((day) => {
    const { min, max } = wishedBounds()
    return day === '' || (day >= min && day <= max)
  }, textKey('brief:wished_wrong')),
)

export type BriefInput = Record<keyof typeof briefShape, string>
export type WrittenBrief = BriefInput & { stored: DeliveredFile[] }
type Texts = Omit<Brief, 'files'>

export const EMPTY_BRIEF: BriefInput = { goal: '', message: '', dos: '', donts: '', links: '' }

export const inputOfBrief = (brief: Texts): BriefInput => ({
  goal: brief.goal,
  message: brief.message,
  dos: brief.dos.join('\n'),
  donts: brief.donts.join('\n'),
  links: brief.links.join('\n'),
})

/** Initial values of the form: empty, or from an earlier brief. */
export const startOfBrief = (earlier: Brief | null): WrittenBrief => ({
  ...(earlier ? inputOfBrief(earlier) : EMPTY_BRIEF),
  stored: [...(earlier?.files ?? [])],
})

export const briefOfInput = (input: BriefInput) => ({
  goal: input.goal.trim(),
  message: input.message.trim(),
  dos: linesOf(input.dos),
  donts: linesOf(input.donts),
  links: linksOf(input.links).links,
})
