import type { Page } from '@playwright/test'
import { paths } from '../../src/domain/paths.ts'
import { SECTIONS } from '../../src/domain/routes.ts'
import type { Chances } from './chances.ts'

const MARK = 'data-explored'
/** Names of actions that the explorer does not press, because they end the session or delete something. */
const LEFT_ALONE = /sign out|log out|delete|cerrar sesión|eliminar|oturumu|çıkış|sil\b/i

interface Ids {
  other: string
  orders: string[]
  campaign: string
}

/** Addresses that the explorer opens from time to time, as if they were typed. */
export function addressesFor(who: 'brand' | 'creator' | 'staff', ids: Ids): string[] {
  const shared = [paths.home, paths.orders, paths.notifications, paths.payments, paths.deadlines]
  if (who === 'staff') return [paths.home, ...SECTIONS.staff.map((each) => paths.staff(each))]
  const own =
    who === 'brand'
      ? [paths.discover, paths.shortlist, paths.savedSearches, paths.campaign('new')]
      : [paths.packs, paths.precedents]
  return [
    ...shared,
    ...own,
    ...ids.orders.map((id) => paths.order(id)),
    paths.messages(ids.other),
    paths.campaign(ids.campaign),
    paths.settings('profile'),
    paths.settings('emails'),
  ]
}

interface Found {
  name: string
  kind: 'press' | 'write' | 'choose'
  /** True for a field whose text is kept as a draft. */
  keeps: boolean
  /** True for a button that sends or discards the draft. */
  ends: boolean
  /** True for a button that may replace the written text, for example by a template. */
  changes: boolean
}

/** Numbers all links, fields and buttons of the topmost open layer. */
function findTargets(page: Page): Promise<Found[]> {
  return page.evaluate((mark) => {
    for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
    const layers = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')]
    const top = layers.findLast((each) => each.getBoundingClientRect().height > 0) ?? document.body
    const all = top.querySelectorAll<HTMLElement>(
      'a[href^="/"], button, input, textarea, select, [role=option], [role=menuitem]',
    )
    const isThere = (each: HTMLElement) =>
      each.checkVisibility() && each.offsetHeight > 0 && !each.matches(':disabled, [type=file]')
    return [...all].filter(isThere).map((each, number) => {
      each.setAttribute(mark, String(number))
      const isText = each.matches(
        'textarea, input:not([type]), input[type=text], input[type=search]',
      )
      const isPlain = !each.matches('[inputmode], [aria-haspopup], [type=search], [readonly]')
      // Search fields keep no draft; see `features/all-forms.test.ts`.
      const isInForm = each.closest('form') !== null && isPlain
      return {
        name: `${each.tagName} ${(each.ariaLabel ?? each.textContent ?? '').trim().slice(0, 60) || each.getAttribute('name')}`,
        kind: each.matches('select')
          ? 'choose'
          : isText && !each.matches('[readonly]')
            ? 'write'
            : 'press',
        keeps: isText && isInForm && !/settings\/(security|account)/.test(location.pathname),
        ends: each.matches('[type=submit], [role=alertdialog] button'),
        changes: each.matches('form button'),
      }
    })
  }, MARK)
}

const stored = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('kolpact-draft:'))
      .map(([, value]) => value)
      .join('\n'),
  )

/** Typed texts that no draft contains any more. */
async function lostOf(page: Page, words: Iterable<string>): Promise<string[]> {
  const drafts = await stored(page)
  return [...words].filter((word) => !drafts.includes(word)).map((word) => `lost: ${word}`)
}

async function forgetLost(page: Page, kept: Set<string>) {
  const drafts = await stored(page)
  for (const word of kept) if (!drafts.includes(word)) kept.delete(word)
}

async function write(
  page: Page,
  number: number,
  found: Found,
  chances: Chances,
  kept: Set<string>,
) {
  const word = `draft${chances.below(1_000_000_000)}`
  const field = page.locator(`[${MARK}="${number}"]`)
  const before = await field.inputValue({ timeout: 1_000 })
  await field.fill(`${word} 👩‍🚀 مرحبا`, { timeout: 1_000 })
  for (const old of kept) if (before.includes(old)) kept.delete(old)
  const isWritten = (await field.inputValue({ timeout: 1_000 })).includes(word)
  if (found.keeps && isWritten) kept.add(word)
}

async function move(page: Page, addresses: string[], chances: Chances): Promise<string> {
  const way = chances.below(10)
  if (way < 2) {
    await page.goBack({ timeout: 5_000 }).catch(() => null)
    return 'back'
  }
  if (way < 4) {
    await page.reload()
    return 'reload'
  }
  const to = chances.oneOf(addresses) ?? '/'
  await page.evaluate((path) => history.pushState(null, '', path), to)
  return `go to ${to}`
}

/** Closes other tabs and returns from other sites, after a payment or an opened link. */
async function comeBack(page: Page, addresses: string[]) {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  const home = new URL(process.env['WEB_URL'] ?? '').origin
  const isHome = page.url().startsWith(`${home}/dashboard`)
  if (!isHome) await page.goto(addresses[0] ?? '/')
}

interface Act {
  step: string
  /** Typed texts that are lost, although this action must not delete them. */
  lost: string[]
}

/** Typed texts that were lost. Sending or discarding may delete drafts; every other act must keep them. */
async function lostBy(page: Page, found: Found, kept: Set<string>): Promise<string[]> {
  if (found.kind === 'write') return lostOf(page, found.keeps ? [...kept].slice(-1) : [])
  if (found.ends) kept.clear()
  else if (found.changes) await forgetLost(page, kept)
  return lostOf(page, kept)
}

async function performOn(
  page: Page,
  number: number,
  found: Found,
  chances: Chances,
  kept: Set<string>,
) {
  const target = page.locator(`[${MARK}="${number}"]`)
  if (found.kind === 'write') return write(page, number, found, chances, kept)
  if (found.kind === 'press') return target.click({ timeout: 1_000 })
  return target.selectOption({ index: chances.below(3) }, { timeout: 1_000 })
}

/** Performs one random action. */
export async function act(
  page: Page,
  addresses: string[],
  chances: Chances,
  kept: Set<string>,
): Promise<Act> {
  const way = chances.below(20)
  if (way === 0) {
    const step = await move(page, addresses, chances)
    await comeBack(page, addresses)
    return { step, lost: await lostOf(page, kept) }
  }
  if (way === 1) {
    await page.keyboard.press('Escape')
    return { step: 'Escape', lost: await lostOf(page, kept) }
  }
  const targets = await findTargets(page).catch((): Found[] => [])
  const found = chances.oneOf(targets)
  if (!found || LEFT_ALONE.test(found.name)) return { step: 'nothing', lost: [] }
  const step = `${found.kind} ${found.name} at ${new URL(page.url()).pathname}`
  try {
    await performOn(page, targets.indexOf(found), found, chances, kept)
  } catch {
    return { step: `${step}, which was out of reach`, lost: [] }
  }
  await comeBack(page, addresses)
  return { step, lost: await lostBy(page, found, kept) }
}
