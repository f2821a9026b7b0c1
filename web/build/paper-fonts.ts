// Adds fonts to the site for writing systems that the edge function `papers` has no font for. The function loads the
// slices that a document needs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'paper-fonts/'
const require = createRequire(import.meta.url)
/** The lists of each font's slices, in order of preference: the first font that has a character prints it. */
const FONTS = [
  require.resolve('@fontsource/ibm-plex-sans-arabic/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
]
/** Slices that the site serves. The edge function has fonts of its own for the characters of the others. */
const WANTED = /^(arabic|\[\d+\])$/

/** The files of the folder; `index.json` lists each slice with its characters. */
export function fontFiles(): Map<string, () => Uint8Array> {
  const slices = FONTS.flatMap((list) => {
    const folder = dirname(list)
    const weight = folder.includes('@fontsource-variable') ? 'wght' : '400'
    return Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>)
      .filter(([slice]) => WANTED.test(slice))
      .map(([slice, signs]) => {
        const file = `${basename(folder)}-${slice.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`
        return { file, signs, bytes: () => readFileSync(join(folder, 'files', file)) }
      })
  })
  const index = JSON.stringify(slices.map(({ file, signs }) => ({ file, signs })))
  return new Map([
    ['index.json', () => Buffer.from(index)],
    ...slices.map(({ file, bytes }) => [file, bytes] as const),
  ])
}

export function paperFonts(): Plugin {
  let isClient = false
  return {
    name: 'kolpact-paper-fonts',
    configResolved(config) {
      isClient = config.command === 'build' && !config.build.ssr
    },
    configureServer(server) {
      const files = fontFiles()
      server.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const bytes = files.get((request.url ?? '').slice(1))
        if (bytes) response.end(bytes())
        else next()
      })
    },
    generateBundle() {
      if (!isClient) return
      for (const [file, bytes] of fontFiles())
        this.emitFile({ type: 'asset', fileName: FOLDER + file, source: bytes() })
    },
  }
}
