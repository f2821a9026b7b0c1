// Builds the client into a folder and prints its files and their modules, for build-output.test.ts. In a
// separate process, because within a test runner React and Vite build another mode.
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { WORDS_APART } from '../src/lib/constants.ts'
import { chunkOf, chunksFor, stylesOf, type Chunk } from './bundle.ts'

export interface Files {
  /** Names of script and style files. */
  names: string[]
  modules: string[]
  /** Size in bytes, compressed with brotli, as hosts and the bench do. */
  size: number
}
export interface Described {
  entry: Files
  publicSite: Files
  /** Files of the code that prefetches the first page's data. */
  firstData: Files
  /** Files needed to render each page of the application, by the path of its module, with English texts. */
  pages: Record<string, Files>
}

const root = join(import.meta.dirname, '..')
const outDir = process.argv[2] ?? ''
const START = ['src/main.tsx', 'src/app/start.tsx', 'src/app/application.tsx']

/** Chunks of a page's texts: those for its visitors and those of its feature. */
function wordsFor(page: string, bundle: Rolldown.OutputBundle): Chunk[] {
  const [, feature = ''] = /\/features\/([\w-]+)\//.exec(page) ?? []
  const shared = feature === 'auth' ? ['auth', 'site'] : ['filters', 'orders']
  const own = WORDS_APART.includes(feature) ? [feature] : []
  return ['common', 'errors', ...shared, ...own].map((name) =>
    chunkOf(bundle, `locales/en/${name}.json`),
  )
}

let described: Described | undefined
const describeBundle: Plugin = {
  name: 'describe-bundle',
  enforce: 'post',
  generateBundle(_options, bundle) {
    // The styles of the entry are inlined into the page, so they are not files to load.
    const entryStyles = stylesOf(chunksFor(bundle, 'src/main.tsx'))
    const sizes = new Map<string, number>()
    const sizeOf = (name: string) => {
      const file = bundle[name]
      const text = (file?.type === 'chunk' ? file.code : file?.source) ?? ''
      const size = sizes.get(name) ?? brotliCompressSync(text).length
      sizes.set(name, size)
      return size
    }
    function filesOf(chunks: Chunk[]): Files {
      const styles = stylesOf(chunks).filter((name) => !entryStyles.includes(name))
      const names = [...chunks.map(({ fileName }) => fileName), ...styles]
      return {
        names,
        // A module that is removed as unused has no rendered length.
        modules: chunks.flatMap(({ modules }) =>
          Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0),
        ),
        size: names.reduce((sum, name) => sum + sizeOf(name), 0),
      }
    }
    const pages = this.getModuleInfo(join(root, 'src/app/pages.ts'))?.dynamicallyImportedIds ?? []
    const first = (id: string) => [
      ...new Set([...chunksFor(bundle, ...START, id), ...wordsFor(id, bundle)]),
    ]
    described = {
      entry: filesOf(chunksFor(bundle, 'src/main.tsx')),
      publicSite: filesOf(chunksFor(bundle, 'app/public-site.tsx')),
      firstData: filesOf(chunksFor(bundle, 'src/app/first-data.ts')),
      pages: Object.fromEntries(
        pages
          .filter((id) => id.endsWith('-page.tsx'))
          .map((id) => [id.replace(/^.*\/features\//, ''), filesOf(first(id))]),
      ),
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
