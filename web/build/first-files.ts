// What the first screen of each page needs, read from the finished build: boot.ts preloads it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { routesWith, type RouteName } from '../src/domain/routes.ts'
import { wordsOf } from '../src/domain/words.ts'
import { CLIENT_NAME } from '../src/lib/constants.ts'
import { LOCALES, type Locale } from '../src/lib/locales.ts'
import type { Boot } from '../src/boot/boot.ts'

type Bundle = Rolldown.OutputBundle
export type Chunk = Rolldown.OutputChunk

export function chunkOf(bundle: Bundle, end: string): Chunk {
  const found = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(end)),
  )
  if (found?.type !== 'chunk') throw new Error(`no chunk holds ${end}`)
  return found
}

/** A chunk and all that it imports. */
export function withImports(bundle: Bundle, chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const name of chunk.imports) {
    const other = bundle[name]
    if (other?.type === 'chunk') withImports(bundle, other, seen)
  }
  return seen
}

/** Each page's module, as the router names it. */
export function pageModules(root: string): Partial<Record<RouteName, string>> {
  const router = readFileSync(join(root, 'src', 'app', 'pages.ts'), 'utf8')
  const lines = router.matchAll(/^ {2}(\w+): \(\) =>\s+import\('@\/([^']+)'\)/gm)
  return Object.fromEntries([...lines].map(([, name, module]) => [name, module]))
}

/** The JavaScript and the styles that an address needs before its page is shown. */
export function firstChunks(bundle: Bundle, module: string): Set<Chunk> {
  const seen = new Set<Chunk>()
  for (const step of ['app/start.tsx', 'app/application.tsx', module])
    withImports(bundle, chunkOf(bundle, step), seen)
  return seen
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The heading of each page that has one of its own. */
function titlesOf(root: string, locale: Locale): Boot['titles'][Locale] {
  const named = routesWith('access', 'member').flatMap((name) => {
    try {
      const file = join(root, 'src', 'locales', locale, `${kebab(name)}.json`)
      const { title } = JSON.parse(readFileSync(file, 'utf8')) as { title?: unknown }
      return typeof title === 'string' ? [[name, title] as const] : []
    } catch {
      return []
    }
  })
  return Object.fromEntries(named)
}

export interface FirstFiles {
  /** Of every page of the application: the page that starts it names them itself. */
  shared: string[]
  boot: Boot
}

export function firstFilesOf(
  bundle: Bundle,
  root: string,
  env: Record<string, string>,
): FirstFiles {
  const files: string[] = []
  const indexOf = (file: string) =>
    files.includes(file) ? files.indexOf(file) : files.push(file) - 1
  // The entry stands in the page already, and its sheet.
  const entry = chunkOf(bundle, 'src/main.tsx')
  const addressesOf = (chunk: Chunk) =>
    chunk === entry
      ? []
      : [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`)
  const modules = Object.entries(pageModules(root)) as [RouteName, string][]
  const first = modules.map(([name, module]) => ({ name, chunks: firstChunks(bundle, module) }))
  const shared = [...(first[0]?.chunks ?? [])]
    .filter((chunk) => first.every(({ chunks }) => chunks.has(chunk)))
    .flatMap(addressesOf)
  const filesOf = (chunks: Iterable<Chunk>) => [
    ...new Set(
      [...chunks]
        .flatMap(addressesOf)
        .filter((address) => !shared.includes(address))
        .map(indexOf),
    ),
  ]
  const wordFiles = (locale: Locale, names: readonly string[]) =>
    filesOf(names.map((name) => chunkOf(bundle, `locales/${locale}/${name}.json`)))
  const boot: Boot = {
    api: env['VITE_SUPABASE_URL'] ?? 'http://127.0.0.1:54321',
    key: env['VITE_SUPABASE_PUBLISHABLE_KEY'] ?? '',
    client: CLIENT_NAME,
    files,
    pages: Object.fromEntries(first.map(({ name, chunks }) => [name, filesOf(chunks)])),
    words: Object.fromEntries(
      LOCALES.map(({ code }) => [
        code,
        {
          all: wordFiles(code, ['common']),
          ...Object.fromEntries(
            modules
              .filter(([name]) => wordsOf(name).length > 0)
              .map(([name]) => [name, wordFiles(code, wordsOf(name))]),
          ),
        },
      ]),
    ) as Boot['words'],
    titles: Object.fromEntries(
      LOCALES.map(({ code }) => [code, titlesOf(root, code)]),
    ) as Boot['titles'],
  }
  return { shared, boot }
}
