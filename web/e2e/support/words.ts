import type { Page } from '@playwright/test'

/** All texts of a page, including those in attributes, except the contents of scripts, styles and code elements. */
export function spoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = new Set<string>([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent?.closest('script, style, template, code'))
        said.add(walker.currentNode.nodeValue?.trim() ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        said.add(element.getAttribute(name) ?? '')
    return [...said]
  })
}

/** Patterns of texts that are shown when a translation is missing: `namespace:group.key`, `group.key`, `some_key`, `{value}`. */
export const MISSING = /\{\w+\}|\{\{|\}\}|^(?:[a-z-]+:)?[a-z]\w*(?:\.\w+)+$|^[a-z]+(?:_[a-z0-9]+)+$/

/** Translation keys that a page shows instead of texts. File names look like keys, because other tests upload files. */
export async function missingWords(page: Page): Promise<string[]> {
  const texts = await spoken(page)
  return texts.filter((text) => MISSING.test(text) && !/\.(txt|pdf|png|jpg)$/.test(text))
}
