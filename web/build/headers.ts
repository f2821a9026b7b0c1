// Sends the security headers on the development server and in the preview, and writes them into files for the hosting.
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { ASSETS, FOREVER, hostOf } from './host.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  sitesOf,
  STRICT_TRANSPORT,
  type Sites,
} from './policy.ts'

/** The hash of every script or style sheet inside the pages, in the form in which the policy lists it. */
export function inlineHashes(tag: 'script' | 'style', pages: string[]): string[] {
  const element = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g')
  const hashes = pages
    .flatMap((page) => [...page.matchAll(element)])
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [...new Set(hashes)].toSorted()
}

function policyOfBuild(outDir: string, sites: Sites): string {
  const pages = globSync('**/*.html', { cwd: outDir }).map((name) =>
    readFileSync(join(outDir, name), 'utf8'),
  )
  return contentSecurityPolicy(sites, {
    scripts: inlineHashes('script', pages),
    styles: inlineHashes('style', pages),
  })
}

/**
 * Headers and rewrite rules for two hosts: `_headers` and `_redirects` for Netlify, `vercel.json` for Vercel.
 * A public page is the file `<path>.html`. On a path without a file the page of the application is served.
 */
export function hostingFiles(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers)
  const lines = entries.map(([name, value]) => `  ${name}: ${value}\n`)
  const list = entries.map(([key, value]) => ({ key, value }))
  const vercel = {
    cleanUrls: true,
    rewrites: [{ source: '/(.*)', destination: '/app' }],
    headers: [
      { source: '/(.*)', headers: list },
      { source: `${ASSETS}(.*)`, headers: [{ key: 'Cache-Control', value: FOREVER }] },
    ],
  }
  return {
    _headers: `/*\n${lines.join('')}${ASSETS}*\n  Cache-Control: ${FOREVER}\n`,
    _redirects: '/* /app.html 200\n',
    'vercel.json': `${JSON.stringify(vercel, null, 2)}\n`,
  }
}

function send(response: ServerResponse, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

export function headers(): Plugin {
  // Vite adds the nonce to the scripts and styles of its development server.
  const nonce = randomBytes(16).toString('base64')
  let outDir = ''
  let sites: Sites
  let isClient = false
  let rpc: string | undefined
  return {
    name: 'kolpact-headers',
    config: (_config, { command, isPreview }) =>
      command === 'serve' && !isPreview ? { html: { cspNonce: nonce } } : {},
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
      sites = sitesOf(config.env)
      rpc = config.env.VITE_CHAIN_RPC_URL
      isClient = config.command === 'build' && !config.build.ssr
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const host = /^[\w.:[\]-]+$/.exec(request.headers.host ?? '')?.[0]
        const marked = [`'nonce-${nonce}'`]
        const node = rpc ? new URL(rpc).origin : undefined
        const inline = {
          scripts: marked,
          styles: marked,
          node,
          ...(host && { socket: `ws://${host}` }),
        }
        send(response, securityHeaders(contentSecurityPolicy(sites, inline)))
        next()
      })
    },
    configurePreviewServer(server) {
      const headersOfBuild = securityHeaders(policyOfBuild(outDir, sites))
      const host = hostOf(outDir)
      server.middlewares.use((request, response) => {
        send(response, headersOfBuild)
        host(request, response)
      })
    },
    // Runs after prerendering, because the policy contains hashes of the finished pages.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!isClient) return
        const policy = policyOfBuild(outDir, sites)
        const files = hostingFiles({ ...securityHeaders(policy), ...STRICT_TRANSPORT })
        for (const [name, text] of Object.entries(files)) writeFileSync(join(outDir, name), text)
      },
    },
  }
}
