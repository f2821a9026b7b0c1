import { expect, type Locator, type Page, type Route } from '@playwright/test'

export const content = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')
export const log = (page: Page) => page.getByRole('log')
export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('.Toastify__toast').filter({ hasText: text })

/** Opens a step of the page on which a pack is ordered. */
export const orderStep = (page: Page, name: 'Pack' | 'Brief' | 'Terms' | 'Payment') =>
  page.getByRole('navigation', { name: 'Steps of the order' }).getByRole('link', { name }).click()

/**
 * Fast-forwards the page's clock (timeouts, pauses between retries) until the element is visible. After
 * each jump it waits a moment, because a toast would vanish with the next jump. `jump` is in milliseconds.
 */
export async function hurryUntil(page: Page, shown: Locator, jump = 11_000) {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(jump)
        const visible = shown.first().waitFor({ timeout: 500 })
        return visible.then(
          () => true,
          () => false,
        )
      },
      { intervals: [50] },
    )
    .toBe(true)
}

/** A response that a browser accepts from another origin. */
export const answer = (status: number, json: unknown) => (route: Route) =>
  route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } })

export async function expectNoSidewaysScroll(page: Page, name: string) {
  const { inside, wide } = await page.evaluate(() => ({
    inside: document.documentElement.scrollWidth - window.innerWidth,
    wide: [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
      .slice(0, 5)
      .map((each) => each.outerHTML.slice(0, 120)),
  }))
  expect.soft(inside, `${name} scrolls sideways: ${wide.join('\n')}`).toBeLessThanOrEqual(0)
}

/** Expects no link in the browser's default blue, which shows that its style is missing. */
export async function expectNoPlainLinks(page: Page, name: string) {
  const plain = await page.evaluate(() =>
    [...document.querySelectorAll('a')]
      .filter((link) => [...link.childNodes].some((node) => node.nodeValue?.trim()))
      .filter((link) => getComputedStyle(link).color === 'rgb(0, 0, 238)')
      .map((link) => link.outerHTML.slice(0, 120)),
  )
  expect.soft(plain, name).toEqual([])
}

/** Waits until the page receives live changes. Earlier events are counted, but not announced. */
export async function liveChanges(page: Page) {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) =>
    /changes:.*phx_reply.*"ok"/.test(String(payload)),
  )
}
