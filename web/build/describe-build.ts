// Builds the client into a folder and prints what its files hold, for build-output.test.ts. A process
// of its own: within a test runner React and Vite build something else.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { firstChunks, pageModules, withImports, chunkOf, type Chunk } from './first-files.ts'

export interface Files {
  scripts: string[]
  styles: string[]
  modules: string[]
  gzipped: number
}
export interface Described {
  entry: Files
  words: Files
  publicSite: Files
  pages: Record<string, Files>
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

let described: Described | undefined
const describeBundle: Plugin = {
  name: 'describe-bundle',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const closure = (end: string) => filesOf(withImports(bundle, chunkOf(bundle, end)))
    described = {
      entry: closure('src/main.tsx'),
      words: closure('lib/words/en.ts'),
      publicSite: closure('app/public-site.tsx'),
      pages: Object.fromEntries(
        Object.entries(pageModules(root)).map(([name, module]) => [
          name,
          filesOf(firstChunks(bundle, module)),
        ]),
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
