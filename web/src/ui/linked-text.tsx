import { withoutPiles } from '@/lib/hidden-characters.ts'
import { isWebAddress } from '@/lib/web-address.ts'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]，。、！？；：）」])/

/** Text of a member in which web addresses become links; nothing else in it is interpreted. */
export function LinkedText({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 && isWebAddress(part) ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      withoutPiles(part)
    ),
  )
}
