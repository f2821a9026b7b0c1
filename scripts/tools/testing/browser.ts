import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../project.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser for the tests: CHROMIUM_PATH, the system's Chromium or Chrome, Debian's package
 * when we may install it, otherwise Playwright's own download (`undefined`: Playwright knows).
 */
export function ensureBrowser(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`)
  }
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get) for the browser tests …')
    quietly('apt-get', ['update'])
    quietly('apt-get', [
      'install',
      '-y',
      '--no-install-recommends',
      'chromium',
      'fonts-dejavu-core',
    ])
    const installed = SYSTEM_BROWSERS.find((path) => existsSync(path))
    if (installed) return installed
  }
  console.log("Downloading Playwright's Chromium for the browser tests …")
  const playwright = join(projectRoot, 'node_modules', '.bin', 'playwright')
  if (spawnSync(playwright, ['install', 'chromium'], { stdio: 'inherit' }).status === 0)
    return undefined
  throw new Error(
    'No browser for the browser tests: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

function quietly(command: string, args: string[]) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status !== 0) console.error(result.stderr || result.error?.message)
}
