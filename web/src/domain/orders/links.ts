import { isWebAddress } from '@/lib/web-address.ts'

/** A link without its protocol, such as "example.com/x". */
const BARE = /^([a-z\d-]+\.)+[a-z]{2,}([/?#]\S*)?$/i

/** The links of a text, one per line or separated by spaces, and the parts that are no links. */
export function linksOf(text: string): { links: string[]; wrong: string[] } {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (BARE.test(word) ? `https://${word}` : word))
  return {
    links: [...new Set(words.filter(isWebAddress))],
    wrong: words.filter((word) => !isWebAddress(word)),
  }
}
