// Builds the client for a backend, and serves it as a hosting service does.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostOf } from '../../../../web/build/host.ts'
import { projectRoot } from '../../../project.ts'

export interface Served {
  url: string
  stop(): Promise<void>
}

/** The headers that the build wrote for the hosting, except Strict-Transport-Security and Cache-Control. */
function headersOf(outDir: string): [string, string][] {
  const lines = readFileSync(join(outDir, '_headers'), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
    return name && value && !/^(Strict-Transport|Cache-Control)/.test(name) ? [[name, value]] : []
  })
}

/** Makes a self-signed certificate for one run, because browsers use HTTP/2, as hosts do, only with TLS. */
function ownCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=127.0.0.1'], { stdio: 'ignore' })
  const read = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return read
}

/** Requests every file once, so that all are compressed before the first visit, as at a real host. */
async function compressAll(outDir: string, url: string) {
  const session = connect(url, { rejectUnauthorized: false })
  for (const name of globSync(['*.html', 'assets/*'], { cwd: outDir }))
    await once(session.request({ ':path': `/${name}` }).resume(), 'end')
  session.close()
}

export async function buildAndServe(
  folder: string,
  apiUrl: string,
  publishableKey: string,
): Promise<Served> {
  const outDir = mkdtempSync(join(tmpdir(), 'kolpact-built-'))
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', join(folder, 'web'), '--outDir', outDir, '--emptyOutDir']
  execFileSync(process.execPath, [...args, '--logLevel', 'error'], {
    cwd: folder,
    env: {
      ...process.env,
      VITE_SUPABASE_URL: apiUrl,
      VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
      VITE_WEB_VITALS_PERCENT: '0',
    },
  })
  if (!existsSync(join(outDir, 'app.html'))) throw new Error(`Nothing was built from ${folder}`)
  const headers = headersOf(outDir)
  const host = hostOf(outDir)
  const server = createSecureServer(ownCertificate(), (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    // A cast: Node's HTTP/2 compatibility classes have all methods that the file server calls.
    host(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  await compressAll(outDir, url)
  return {
    url,
    async stop() {
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
