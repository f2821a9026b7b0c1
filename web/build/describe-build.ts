// Builds the client into a folder and prints what its files hold, for build-output.test.ts. A process
// of its own: within a test runner React and Vite build something else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { routesWith, type RouteName } from '../src/domain/routes.ts'
import { wordsOf } from '../src/domain/words.ts'
import { firstChunks, pageModules, withImports, chunkOf, type Chunk } from './first-files.ts'

export interface Files {
  scripts: string[]
  styles: string[]
  modules: string[]
  gzipped: number
}
export interface Described {
  entry: Files
  /** Of each page, in English, with those of every page. */
  words: Record<string, Files>
  publicSite: Files
  pages: Record<string, Files>
  /** Our own modules that are imported by a page and by the frame around it, not what is fetched later. */
  sources: Record<string, string[]>
  /** What a member's browser has loaded once it was idle for a while, but for the language. */
  idle: Files
}

const root = join(import.meta.dirname, '..')
const outDir = process.argv[2] ?? ''

function filesOf(chunks: Iterable<Chunk>): Files {
  const all = [...chunks]
  return {
    scripts: all.map(({ fileName }) => fileName),
    styles: all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    // What is left of a module that nothing of is used has no length.
    modules: all.flatMap(({ modules }) =>
      Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0),
    ),
    gzipped: all.reduce((sum, { code }) => sum + gzipSync(code).length, 0),
  }
}

/** As preload.ts loads them: every page of a member but that of staff, and what opens over pages. */
function pagesWhileIdle(folder: string) {
  const { staff: _, ...modules } = pageModules(folder)
  const names = routesWith('access', 'member') as string[]
  return Object.fromEntries(Object.entries(modules).filter(([name]) => names.includes(name)))
}
function layersWhileIdle(folder: string): string[] {
  const imports = (name: string) =>
    [
      ...readFileSync(join(folder, 'src', 'app', name), 'utf8').matchAll(
        /import\('(?:@|\.)\/([^']+)'\)/g,
      ),
    ].map(([, module = '']) => module.replace(/^.*\//, '/'))
  return [...imports('preload.ts'), '/live.tsx', 'lib/backend.ts', 'lib/toast-library.tsx']
}

const wordFiles = (bundle: Rolldown.OutputBundle, page: RouteName) =>
  filesOf(
    new Set(['common', ...wordsOf(page)].map((name) => chunkOf(bundle, `locales/en/${name}.json`))),
  )

type ImportsOf = (id: string) => readonly string[]

function sourcesOf(ends: string[], ids: string[], importsOf: ImportsOf): string[] {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || id.includes('node_modules')) return
    found.add(id)
    importsOf(id).forEach(add)
  }
  ids.filter((id) => ends.some((end) => id.endsWith(end))).forEach(add)
  return [...found]
}

let described: Described | undefined
const describeBundle: Plugin = {
  name: 'describe-bundle',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const ids = [...this.getModuleIds()]
    const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
    const closure = (end: string) => filesOf(withImports(bundle, chunkOf(bundle, end)))
    const preloaded = [...Object.values(pagesWhileIdle(root)), ...layersWhileIdle(root)]
    described = {
      entry: closure('src/main.tsx'),
      words: Object.fromEntries(
        Object.keys(pageModules(root)).map((name) => [name, wordFiles(bundle, name as RouteName)]),
      ),
      publicSite: closure('app/public-site.tsx'),
      pages: Object.fromEntries(
        Object.entries(pageModules(root)).map(([name, module]) => [
          name,
          filesOf(firstChunks(bundle, module)),
        ]),
      ),
      sources: Object.fromEntries(
        Object.entries(pageModules(root)).map(([name, module]) => [
          name,
          sourcesOf(['app/start.tsx', 'app/application.tsx', module], ids, importsOf),
        ]),
      ),
      idle: filesOf(new Set(preloaded.flatMap((module) => [...firstChunks(bundle, module)]))),
    }
  },
}

await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'silent',
  plugins: [describeBundle],
  build: { outDir, emptyOutDir: true },
})
process.stdout.write(JSON.stringify(described))
