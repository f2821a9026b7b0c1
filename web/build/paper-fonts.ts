// Fonts of the scripts that the edge function `papers` does not have itself: the site serves their slices.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'paper-fonts/'
/** The first one that has a sign prints it. */
const FONTS = [
  ['@fontsource/ibm-plex-sans-arabic', '400'],
  ['@fontsource-variable/noto-sans-sc', 'wght'],
  ['@fontsource-variable/noto-sans-jp', 'wght'],
  ['@fontsource-variable/noto-sans-kr', 'wght'],
] as const
/** The function has the other slices' scripts. */
const WANTED = /^(arabic|\[\d+\])$/

const read = (file: string) => readFileSync(createRequire(import.meta.url).resolve(file))

/** The folder's files: `index.json` lists each slice with its signs. */
export function fontFiles(): Map<string, () => Uint8Array> {
  const slices = FONTS.flatMap(([name, weight]) =>
    Object.entries(JSON.parse(read(`${name}/unicode.json`).toString()) as Record<string, string>)
      .filter(([slice]) => WANTED.test(slice))
      .map(([slice, signs]) => {
        const file = `${basename(name)}-${slice.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`
        return { file, signs, bytes: () => read(`${name}/files/${file}`) }
      }),
  )
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
