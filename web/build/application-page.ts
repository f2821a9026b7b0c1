// The page that starts the application on every path that is no public page: its frame and the
// styles of it are inside the page itself, and it names the files that ask for data.
import { readFileSync } from 'node:fs'
import { LOCALES } from '../src/lib/i18n/locales.ts'
import { join } from 'node:path'

/**
 * The entry's own sheet comes with the page: one request less before anything is seen. Its link stays,
 * disabled: a part of the application that is loaded later finds it there, and does not wait for it.
 */
export function inlineStyles(page: string, css: string): string {
  return page
    .replaceAll('<link rel="stylesheet"', '<link disabled rel="stylesheet"')
    .replace('</head>', () => `  <style>${css.trim()}</style>\n  </head>`)
}

const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ')

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}" />`

export function applicationPage(
  template: string,
  { styles, files, api }: { styles: string; files: string[]; api: string },
): string {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const links = [`<link rel="preconnect" crossorigin href="${api}" />`, ...files.map(preload)]
  const slow = LOCALES.map(({ code }) => {
    const words = JSON.parse(read(`../src/locales/${code}/common.json`)) as { slow: string }
    return `data-${code}="${words.slow}"`
  })
  return inlineStyles(template, styles + withoutComments(read('shell.css')))
    .replace(/<meta charset[^>]*>/, (charset) => [charset, ...links].join('\n    '))
    .replace('<div id="root"></div>', (place) => `${place}\n${read('shell.html')}`)
    .replace('%slow%', slow.join(' '))
}
