// What the first screen runs is compiled while it comes, beside the page's own work. Without the
// hint each function is compiled when it is first called, all of them before the first screen.
import type { Plugin } from 'vite'
import { firstChunks, pageModules } from './first-files.ts'

/** Read by V8 at the start of a file; other engines see a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

export function compileHints(): Plugin {
  let root = ''
  return {
    name: 'kolpact-compile-hints',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const pages = Object.values(pageModules(root))
        for (const chunk of new Set(pages.flatMap((page) => [...firstChunks(bundle, page)])))
          chunk.code = HINT + chunk.code
      },
    },
  }
}
