import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { headers } from './build/headers.ts'
import { paperFonts } from './build/paper-fonts.ts'
import { prerender } from './build/prerender.ts'
import { WORDS_APART, WORDS_OF_ORDERS } from './src/lib/constants.ts'
import own from '../package.json' with { type: 'json' }

const root = import.meta.dirname
const repository = fileURLToPath(new URL('..', import.meta.url))
// The page names its release; a build outside of a release, the version of the package.
process.env.VITE_RELEASE ||= own.version
// Two development servers must not share their prepared dependencies.
const cacheDir = process.env.KOLPACT_VITE_CACHE ?? `${repository}/node_modules/.vite`

/** The words of members' pages, as one file in each language, and those of orders as another. */
function wordsFile(id: string): string | null {
  const [, locale, name = ''] =
    /web[\\/]src[\\/]locales[\\/](\w+)[\\/]([\w-]+)\.json$/.exec(id) ?? []
  if (!locale || WORDS_APART.includes(name)) return null
  return WORDS_OF_ORDERS.includes(name) ? `order-words-${locale}` : `words-${locale}`
}

// The bundler chooses the files but for these. A group takes what its modules import, too, but for what
// a group before it has.
const groups = [
  // Public pages run nothing else.
  { name: 'index', tags: ['$initial' as const] },
  { name: wordsFile },
  // Packages that prefetching data needs, without react-dom.
  {
    name: 'base',
    test: /node_modules[\\/](react|i18next|react-i18next(?!.*Trans)|zustand)[\\/]|web[\\/]src[\\/](lib[\\/]i18n[\\/](i18n|numbers|text)|domain[\\/](vocabulary\.generated|money[\\/]on-chain))\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'react-dom', test: /node_modules[\\/](react-dom|scheduler)[\\/]/ },
  // The parts of public pages that the application has too.
  {
    name: 'start',
    test: /web[\\/]src[\\/](app[\\/]start|ui[\\/]skip-link|domain[\\/]money[\\/]creator-share)\.tsx?$|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  },
  { name: 'first-data', test: /web[\\/]src[\\/]app[\\/]first-data\.ts$/ },
  // The frame of all pages, and what fields of all forms are made of.
  {
    name: 'application',
    test: /web[\\/]src[\\/]app[\\/]application\.tsx$|@mantine[\\/](hooks[\\/]esm[\\/](utils|use-(merged-ref|uncontrolled|debounced-value))|core[\\/]esm[\\/](core[\\/]utils|components[\\/](Group|InputBase|Stack|Text|TextInput)))[\\/]/,
  },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  // Some forms and lists contain it. A chunk of its own, so that forms and lists do not load each other's code.
  {
    name: 'checkbox',
    test: /@mantine[\\/]core[\\/]esm[\\/](components[\\/]Checkbox|utils[\\/]In)/,
  },
  // Forms and conversations both write and send; a form does not wait for a conversation.
  {
    name: 'writing',
    test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](FileButton|Textarea)[\\/]|web[\\/]src[\\/](domain[\\/]files[\\/]until-checked|lib[\\/]storage[\\/](kept-open|save-file)|ui[\\/]textarea)\.tsx?$/,
  },
  // Parts that lists, orders and conversations draw, so that none of them waits for another.
  {
    name: 'parts',
    test: /useInfiniteQuery\.js$|ui[\\/](after-first-paint|awaited-part|back-link|confirm-button|link-tabs|load-more|long-list|member-text|section-card|stars|time-text|tone-badge)\.tsx$|(use-now|use-url-filters|lib[\\/](changed|hidden-characters))\.ts$|domain[\\/](members[\\/]works|orders[\\/](checkout|clocks|promise))\.ts$|shared[\\/](members[\\/]verified-mark|money[\\/](amount-row|money-text)|orders[\\/]status-badge)\.tsx$|features[\\/]orders[\\/](orders\.module\.css|page[\\/]silence\.ts)$/,
  },
  // Facts about a member or an offer, which the first pages draw, staff, and an order below its first screen.
  {
    name: 'facts',
    test: /shared[\\/](members[\\/](channel-list|rating-text|work-grid)|orders[\\/]promise-list)\.tsx$|ui[\\/]tag-list\.tsx$|domain[\\/](market[\\/](member-lists|traits)|orders[\\/]choices)\.ts$/,
  },
  // The pages that members open first, with all that they draw: a phone waits for each small file.
  { name: 'lists', test: /(creator-profile|discover)-page\.tsx$/ },
  { name: 'home', test: /(home|notifications|orders)-page\.tsx$/ },
  { name: 'talk', test: /(order|messages)-page\.tsx$/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

const FIRST =
  /^(base|react-dom|start|first-data|application|icons|parts|facts|lists|home|talk|[\w-]+-page)$/

/** V8 compiles these files while they come; without the hint, each function when it is first called. */
const compileHints: Plugin = {
  name: 'kolpact-compile-hints',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && FIRST.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

export default defineConfig({
  root,
  // The developer's own .env stands at the top of the repository.
  envDir: repository,
  cacheDir,
  plugins: [react(), compileHints, paperFonts(), prerender(), headers()],
  resolve: {
    alias: {
      '@': `${root}/src`,
      // The library's own writes style elements, which the content security policy refuses.
      'react-style-singleton': `${root}/src/ui/style-singleton.ts`,
      // `useId` of @mantine/hooks renders every field twice before the first paint.
      './use-id/use-id.mjs': `${root}/src/ui/field-id.ts`,
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.KOLPACT_WEB_PORT ?? 3000),
    strictPort: true,
    fs: {
      strict: true,
      // Only the files that the client imports: the repository's folder also contains the keys and
      // data of the local stack.
      allow: [
        root,
        cacheDir,
        `${repository}/node_modules`,
        `${repository}/supabase/errors.json`,
        `${repository}/supabase/notices`,
        `${repository}/supabase/functions/_shared/file-content.ts`,
        `${repository}/supabase/functions/_shared/money.ts`,
        `${repository}/supabase/functions/_shared/payouts/countries.ts`,
      ],
      deny: ['.env', '.env.*', '*.{crt,key,pem}', '**/.git/**', '**/secrets.json', '**/stack.json'],
    },
  },
  preview: {
    host: '127.0.0.1',
    port: Number(process.env.KOLPACT_WEB_PORT ?? 3000),
    strictPort: true,
  },
  // All of them before the first page: one that is found late makes the browser load everything again.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that cannot preload a module load it when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    env: {
      VITE_SUPABASE_URL: 'http://127.0.0.1:54321',
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    },
  },
})
