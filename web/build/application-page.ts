// Writes the page that starts the application, which the host serves on every path without a public page. It
// contains the frame of the dashboard with its styles, and preloads the code that requests the first data.
import { readFileSync } from 'node:fs'
import { LOCALES } from '../src/lib/i18n/locales.ts'
import { join } from 'node:path'

/**
 * Inlines the style sheet of the entry, so that the page needs no request for it before the first paint. The
 * sheet's link stays but is disabled: code that is loaded later finds the link, so it does not load the sheet again.
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
