import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { groups } from './build/chunks.ts'
import { compileHints } from './build/compile-hints.ts'
import { headers } from './build/headers.ts'
import { prerender } from './build/prerender.ts'

const root = import.meta.dirname
const repository = fileURLToPath(new URL('..', import.meta.url))
// Two development servers must not share their prepared dependencies.
const cacheDir = process.env.KOLPACT_VITE_CACHE ?? `${repository}/node_modules/.vite`

export default defineConfig({
  root,
  // The developer's own .env stands at the top of the repository.
  envDir: repository,
  cacheDir,
  plugins: [react(), compileHints(), prerender(), headers()],
  resolve: {
    alias: {
      '@': `${root}/src`,
      // The library's own writes style elements, which the content security policy refuses.
      'react-style-singleton': `${root}/src/ui/style-singleton.ts`,
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
      ],
      deny: ['.env', '.env.*', '*.{crt,key,pem}', '**/.git/**', '**/secrets.json', '**/stack.json'],
    },
  },
  preview: {
    host: '127.0.0.1',
    port: Number(process.env.KOLPACT_WEB_PORT ?? 3000),
    strictPort: true,
  },
  // All of them before the first page: one that is found late makes the browser load everything anew.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
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
