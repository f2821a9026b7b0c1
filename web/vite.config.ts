import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { prerender } from './build/prerender.ts'

const root = import.meta.dirname
const repository = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  // The developer's own .env stands at the top of the repository.
  envDir: repository,
  // Two development servers must not share their prepared dependencies.
  cacheDir: process.env.KOLPACT_VITE_CACHE ?? `${repository}/node_modules/.vite`,
  plugins: [react(), prerender()],
  resolve: { alias: { '@': `${root}/src` } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.KOLPACT_WEB_PORT ?? 3000),
    strictPort: true,
    // Fonts come from node_modules, refusals from supabase/errors.json.
    fs: { allow: [repository] },
  },
  preview: {
    host: '127.0.0.1',
    port: Number(process.env.KOLPACT_WEB_PORT ?? 3000),
    strictPort: true,
  },
  // All of them before the first page: one that is found late makes the browser load everything anew.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*'] },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    env: {
      VITE_SUPABASE_URL: 'http://127.0.0.1:54321',
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    },
  },
})
