// Fonts of the scripts that the edge function `papers` does not have itself: the site serves their slices.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'paper-fonts/'
const require = createRequire(import.meta.url)
/** The first one that has a sign prints it. Each is the list of its slices, beside its files. */
const FONTS = [
  require.resolve('@fontsource/ibm-plex-sans-arabic/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
]
/** The function has the other slices' scripts. */
const WANTED = /^(arabic|\[\d+\])$/

/** The folder's files: `index.json` lists each slice with its signs. */
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
