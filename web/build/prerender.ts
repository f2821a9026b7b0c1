// Renders the public pages when the site is built, so that they can be read before any script runs, and writes the
// page that starts the application.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { STORAGE_KEYS } from '../src/lib/constants.ts'
import { LOCALES } from '../src/lib/i18n/locales.ts'
import { ROUTES, routesWith } from '../src/domain/routes.ts'
import type { FinishedPage } from '../src/prerender.tsx'
import { applicationPage, inlineStyles } from './application-page.ts'
import { chunkOf, chunksFor, stylesOf } from './bundle.ts'
import { APPLICATION } from './host.ts'
import { sitesOf } from './policy.ts'
import { publicTags, siteFiles, siteOf } from './site-files.ts'

const FINISHED_PAGES = routesWith('access', 'public')
  .map((name) => ROUTES[name].path)
  .join(' ')

interface Files {
  styles: string[]
  script: string
  /** Files of the code that prefetches data, to be preloaded before all other code. */
  first: string[]
  site: string
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/**
 * Script that hides a prerendered page of another language or path before it is painted. It chooses the
 * language as `firstLocale` does, and is equal on all pages, so that the policy needs one hash.
 */
function holdScript(): string {
  const spoken = JSON.stringify(LOCALES.map(({ code }) => code))
  return [
    'let stored = null',
    `try { stored = localStorage.getItem('${STORAGE_KEYS.locale}') } catch {}`,
    `const speaks = (code) => ${spoken}.includes(code)`,
    'const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(speaks)',
    "const locale = speaks(stored) ? stored : (wanted ?? 'en')",
    `const page = document.querySelector('meta[name="page"]').content`,
    "if (location.pathname !== page || locale !== 'en') document.documentElement.dataset.hold = ''",
  ].join(';')
}

function finish(template: string, page: FinishedPage, files: Files, styles: string): string {
  const head = [
    ...publicTags(files.site, page),
    `<meta name="application-script" content="/${files.script}" />`,
    `<meta name="finished-pages" content="${FINISHED_PAGES}" />`,
    // Path of this file: the script hides the page if the host serves it for another path.
    `<meta name="page" content="${page.path}" />`,
    `<script>{${holdScript()}}</script>`,
  ]
  return inlineStyles(template, styles)
    .replace(/<title>.*?<\/title>/, () => `<title>${escape(page.title)}</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_all, start: string) => start + escape(page.description),
    )
    .replace('</head>', () => `    ${head.join('\n    ')}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-page="${page.path}">${page.html}</div>`,
    )
}

async function renderPages(root: string, configFile: string): Promise<FinishedPage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-prerender-'))
  try {
    await build({
      root,
      configFile,
      logLevel: 'error',
      build: { ssr: join(root, 'src', 'prerender.tsx'), outDir: folder, emptyOutDir: true },
      // One file without dependencies: the folder has no node_modules.
      ssr: { noExternal: true },
    })
    const file = pathToFileURL(join(folder, 'prerender.js')).href
    const { finishPages } = (await import(file)) as typeof import('../src/prerender.tsx')
    return await finishPages()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function prerender(): Plugin {
  let root = ''
  let configFile = ''
  let outDir = ''
  let isClient = true
  let env: Record<string, string> = {}
  let files: Files | undefined
  return {
    name: 'kolpact-prerender',
    configResolved(config) {
      root = config.root
      configFile = config.configFile ?? ''
      outDir = join(config.root, config.build.outDir)
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir
      isClient = config.command === 'build' && !config.build.ssr
      env = config.env
    },
    generateBundle(_options, bundle) {
      if (!isClient) return
      const entry = chunkOf(bundle, 'src/main.tsx')
      // Preloads the code that requests data and that of every page, which the entry would load a round trip later.
      const needed = [
        'app/first-data.ts',
        'react-dom/client.js',
        'app/start.tsx',
        'app/application.tsx',
      ]
      const first = new Set(chunksFor(bundle, ...needed))
      first.delete(entry)
      files = {
        styles: stylesOf(chunksFor(bundle, 'app/public-site.tsx')),
        script: chunkOf(bundle, 'src/app/start.tsx').fileName,
        first: [...first].map(({ fileName }) => fileName),
        site: siteOf(env),
      }
    },
    async closeBundle() {
      if (!isClient || !files) return
      const template = readFileSync(join(outDir, 'index.html'), 'utf8')
      const read = (name: string) => readFileSync(join(outDir, name), 'utf8')
      const [entry = ''] = files.styles
      const application = { styles: read(entry), files: files.first, api: sitesOf(env).api }
      writeFileSync(join(outDir, APPLICATION), applicationPage(template, application))
      for (const [name, text] of Object.entries(siteFiles(files.site)))
        writeFileSync(join(outDir, name), text)
      const styles = files.styles.map(read).join('')
      for (const page of await renderPages(root, configFile)) {
        const name = page.path === '/' ? 'index.html' : `${page.path.slice(1)}.html`
        writeFileSync(join(outDir, name), finish(template, page, files, styles))
      }
    },
  }
}
