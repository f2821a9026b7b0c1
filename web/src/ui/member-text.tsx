import { withoutPiles } from '@/lib/hidden-characters.ts'
import { isWebAddress } from '@/lib/web-address.ts'
import primitives from './primitives.module.css'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]，。、！？；：）」])/

const withLinks = (text: string) =>
  text.split(LINK).map((part, index) =>
    index % 2 === 1 && isWebAddress(part) ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      withoutPiles(part)
    ),
  )

interface Props {
  text: string
  /** True if web addresses become links. Nothing else in a text is interpreted. */
  hasLinks?: boolean
  className?: string | undefined
}

/** Text of a member. It stays in its place: each line has its own direction, a long text scrolls, piles of marks are cut. */
export function MemberText({ text, hasLinks = false, className = '' }: Props) {
  return (
    <p className={`${primitives.prose} ${className}`}>
      {hasLinks ? withLinks(text) : withoutPiles(text)}
    </p>
  )
}

/** Text of a member in a frame of its own. */
export function QuotedText(props: Props) {
  return (
    <blockquote className={primitives.quote}>
      <MemberText {...props} />
    </blockquote>
  )
}
