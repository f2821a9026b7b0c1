// The page that starts the application on every path that is no public page: its frame, the styles
// of it and the script that requests the rest are inside the page itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { Boot } from '../src/boot/boot.ts'
import type { FirstFiles } from './first-files.ts'

/**
 * The entry's own sheet comes with the page: one request less before anything is seen. Its link stays,
 * disabled: whoever loads a part of the application finds it there, and does not wait for it.
 */
export function inlineStyles(page: string, css: string): string {
  return page
    .replaceAll('<link rel="stylesheet"', '<link disabled rel="stylesheet"')
    .replace('</head>', () => `  <style>${css.trim()}</style>\n  </head>`)
}

const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ')

/** The script of boot.ts with what this build knows, as one piece of text. */
async function bootScript(root: string, boot: Boot): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': join(root, 'src') } },
    define: { BOOT: JSON.stringify(boot) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'src', 'boot', 'boot.ts'), output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error('boot.ts was not built')
  return built.output[0].code.trim()
}

/** Found by the browser before any script runs. */
const preloads = (files: string[]) =>
  files
    .map((file) =>
      file.endsWith('.js')
        ? `<link rel="modulepreload" crossorigin href="${file}" />`
        : `<link rel="preload" as="style" crossorigin href="${file}" />`,
    )
    .join('\n    ')

export async function applicationPage(
  template: string,
  entryStyles: string,
  { shared, boot }: FirstFiles,
  root: string,
): Promise<string> {
  const read = (name: string) => readFileSync(join(root, 'build', name), 'utf8')
  const script = await bootScript(root, boot)
  return inlineStyles(template, entryStyles + withoutComments(read('shell.css')))
    .replace(/<meta charset[^>]*>/, (charset) => `${charset}\n    ${preloads(shared)}`)
    .replace('</head>', () => `  <script>${script}</script>\n  </head>`)
    .replace('<div id="root"></div>', (place) => `${place}\n${read('shell.html')}`)
}
