/** The links of a text, one per line or separated by spaces, and the parts that are no links. */
export function linksOf(text: string): { links: string[]; wrong: string[] } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return {
    links: [
      ...new Set(words.filter((word) => /^https?:\/\/\S+$/i.test(word) && URL.canParse(word))),
    ],
    wrong: words.filter((word) => !/^https?:\/\/\S+$/i.test(word) || !URL.canParse(word)),
  }
}
