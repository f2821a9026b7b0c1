// A fake of Supabase's Management API. Tests see what the CLI would send to a hosted project,
// and need no account. It has one project, with all settings empty.
import { serve } from '@hono/node-server'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../project.ts'

/** The project's reference in `[remotes.production]` of supabase/config.toml. */
export const REF = 'abcdefghijklmnopqrst'

export type Sent = { method: string; url: URL; form?: FormData; json?: unknown }

const project = { id: REF, ref: REF, name: 'Kolpact', region: 'eu-west-1' }

export async function startManagementApi() {
  const sent: Sent[] = []
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const one = await readRequest(request)
      sent.push(one)
      return Response.json(replyTo(one), { status: request.method === 'POST' ? 201 : 200 })
    },
  })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-remote-'))
  const profile = writeProfile(folder, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    sent,
    /** Runs the CLI against the project; returns what it printed. */
    async run(command: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
      const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
      const options = [`--remote=${REF}`, '--profile', profile, '--workdir', projectRoot, '--yes']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [script, ...command, ...options],
        { env: { ...environmentOf(folder), ...env } },
      )
      return stdout
    },
    stop() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeProfile(folder: string, url: string): string {
  const file = join(folder, 'profile.yaml')
  const lines = ['name: test', `api_url: ${url}`, `dashboard_url: ${url}`, `docs_url: ${url}`]
  writeFileSync(file, [...lines, 'project_host: supabase.test'].join('\n'))
  return file
}

/** The environment variables for the CLI, without any settings of this machine. */
const environmentOf = (home: string) => ({
  PATH: process.env.PATH,
  HOME: home,
  NO_COLOR: '1',
  // An invalid token in the format that the CLI requires.
  SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
})

async function readRequest(request: Request): Promise<Sent> {
  const { method } = request
  const url = new URL(request.url)
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) return { method, url, form: await request.formData() }
  if (type.startsWith('application/json')) return { method, url, json: await request.json() }
  return { method, url }
}

function replyTo({ method, url, json }: Sent): unknown {
  const path = url.pathname
  if (path.endsWith('/config')) return { data: { attributes: {} } }
  if (path.endsWith('/functions/deploy')) return deployed(url.searchParams.get('slug') ?? '')
  if (path.endsWith('/functions')) return { functions: method === 'PUT' ? json : [] }
  return project
}

const deployed = (slug: string) => {
  const state = { version: 1, status: 'ACTIVE', verify_jwt: false, created_at: 1, updated_at: 1 }
  return { id: slug, slug, name: slug, ...state }
}
