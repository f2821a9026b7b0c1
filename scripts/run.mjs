// The entry point of every npm script, and the only one that runs on any version of Node.
// It installs the dependencies when they are missing or out of date, then runs
// scripts/<verb>.ts on Node 24, which is one of the dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [verb, ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${verb}.ts`)
if (!verb || !existsSync(script)) fail(`There is no scripts/${verb}.ts. "npm run" lists the verbs.`)

installDependencies()
runOnNode24()

function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const marker = join(root, 'node_modules', '.installed-lock')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return
  console.log('Installing dependencies (first run, or package-lock.json changed) …')
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const result = spawnSync(
    command,
    [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (result.status !== 0)
    fail('npm could not install the dependencies; its own words stand above.')
  writeFileSync(marker, lock)
}

function runOnNode24() {
  const own = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  const [major] = process.versions.node.split('.').map(Number)
  if (!existsSync(own) && major < 24)
    fail(`Node 24 is needed; this is ${process.version} and npm installed none.`)
  const child = spawn(existsSync(own) ? own : process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    // Puts that Node first in PATH, so that tools which start `node` use it too.
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
    },
  })
  // The child receives Ctrl-C from the terminal itself. Other signals reach only this process, so they are passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
