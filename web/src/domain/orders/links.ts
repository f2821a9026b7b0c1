const isLink = (word: string) =>
  /^https?:\/\/[^\][\s/?#@\\"<>]+([/?#]\S*)?$/i.test(word) && URL.canParse(word)

/** The links of a text, one per line or separated by spaces, and the parts that are no links. */
export function linksOf(text: string): { links: string[]; wrong: string[] } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return {
    links: [...new Set(words.filter(isLink))],
    wrong: words.filter((word) => !isLink(word)),
  }
}
