// Serves a finished build as the hosting does, compressed: public pages by their path, and the page of the
// application on all other paths. The preview and the benchmarks use this server.
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Page that starts the application, served on every path without a public page. */
export const APPLICATION = 'app.html'

/** Folder of files that never change, because their names contain a hash of the content. */
export const ASSETS = '/assets/'
export const FOREVER = 'public, max-age=31536000, immutable'
/** All other files are requested each time, so that the next page is of the newest version. */
export const FRESH = 'no-cache'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}
/** File types that are compressed already. */
const PACKED = new Set(['.png', '.woff2'])

type Served = { type: string; cache: string; body: Buffer; packed: Buffer | null }

/** The file to serve for a path; null for a missing file. A path without a file extension leads to the application. */
function fileOf(outDir: string, path: string): string | null {
  const inside = normalize(path).replace(/^[/.]+/, '')
  const candidates = path === '/' ? ['index.html'] : [inside, `${inside}.html`]
  const found = candidates.find((name) => {
    const file = join(outDir, name)
    return existsSync(file) && statSync(file).isFile()
  })
  if (found) return found
  return extname(path) === '' ? APPLICATION : null
}

export function hostOf(
  outDir: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const known = new Map<string, Served>()
  function read(name: string): Served {
    const end = extname(name)
    const body = readFileSync(join(outDir, name))
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return {
      type: TYPES[end] ?? 'application/octet-stream',
      cache: `/${name}`.startsWith(ASSETS) ? FOREVER : FRESH,
      body,
      packed: PACKED.has(end) ? null : brotliCompressSync(body, { params: hint }),
    }
  }
  return (request, response) => {
    const path = decodeURI((request.url ?? '/').split('?', 1)[0] ?? '/')
    const name = fileOf(outDir, path)
    if (name === null) return void response.writeHead(404).end()
    const file = known.get(name) ?? read(name)
    known.set(name, file)
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
    const body = (takesBrotli && file.packed) || file.body
    response.setHeader('Content-Type', file.type)
    response.setHeader('Cache-Control', file.cache)
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('Content-Length', body.length)
    if (body === file.packed) response.setHeader('Content-Encoding', 'br')
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
