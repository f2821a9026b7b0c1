import { existsSync } from 'node:fs'
import { runTool } from './command.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The browser for runs without a screen: Debian's headless shell, if it is installed or can be, else as
 * `ensureBrowser`. The headless shell has no window and uses a little more than half of the
 * CPU time of Chromium.
 */
export async function ensureLightBrowser(): Promise<string | undefined> {
  if (process.env['CHROMIUM_PATH']) return ensureBrowser()
  if (!existsSync(HEADLESS_SHELL) && mayInstall()) await install('chromium-headless-shell')
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : ensureBrowser()
}

/**
 * The browser for the tests: CHROMIUM_PATH, the system's Chromium or Chrome, or Debian's package
 * if it can be installed; otherwise undefined, for Playwright's own download.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`)
  }
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (found) return found
  if (mayInstall()) {
    await install('chromium')
    const installed = SYSTEM_BROWSERS.find((path) => existsSync(path))
    if (installed) return installed
  }
  console.log("Downloading Playwright's Chromium for the browser tests …")
  if ((await quietly('playwright', ['install', 'chromium'])) === 0) return undefined
  throw new Error(
    'No browser for the browser tests: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function install(browser: string): Promise<void> {
  console.log(`Installing ${browser} (apt-get) for the browser tests …`)
  await quietly('/usr/bin/apt-get', ['update'])
  const packages = [browser, 'fonts-dejavu-core']
  await quietly('/usr/bin/apt-get', ['install', '-y', '--no-install-recommends', ...packages])
}

async function quietly(tool: string, args: string[]): Promise<number> {
  const { code, output } = await runTool(tool, args, { DEBIAN_FRONTEND: 'noninteractive' })
  if (code !== 0) console.error(output)
  return code
}
