import type { CDPSession, Page } from '@playwright/test'
import { expect } from '@playwright/test'

interface Seen {
  role: string
  name: string
  focused: boolean
}
type Wanted = string | RegExp

const isNamed = (name: string, wanted: Wanted) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

/** Upper limit for presses of Tab: no page has that many focusable elements. */
const MOST_TABS = 400

/** Finds its way by the accessibility tree alone and acts by the keyboard alone. */
export class BlindDriver {
  readonly #page: Page
  readonly #protocol: CDPSession

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page
    this.#protocol = protocol
  }

  static async of(page: Page): Promise<BlindDriver> {
    return new BlindDriver(page, await page.context().newCDPSession(page))
  }

  async #tree(): Promise<Seen[]> {
    const { nodes } = await this.#protocol.send('Accessibility.getFullAXTree')
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => ({
        role: String(role?.value ?? ''),
        name: String(name?.value ?? '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
        focused: properties.some((each) => each.name === 'focused' && each.value.value === true),
      }))
  }

  goTo(address: string) {
    return this.#page.goto(address)
  }

  key(name: string) {
    return this.#page.keyboard.press(name)
  }

  /** Waits until an element with that role and name exists. */
  async hear(role: string, name: Wanted) {
    const isThere = async () =>
      (await this.#tree()).some((seen) => seen.role === role && isNamed(seen.name, name))
    await expect.poll(isThere, `${role} ${String(name)}`).toBe(true)
  }

  /** Presses Tab until the element has the focus. */
  async reach(role: string, name: Wanted) {
    await this.hear(role, name)
    const passed: string[] = []
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      const here = (await this.#tree()).findLast(({ focused }) => focused)
      if (here?.role === role && isNamed(here.name, name)) return
      passed.push(`${here?.role} ${here?.name}`)
      await this.key('Tab')
    }
    throw new Error(`No Tab leads to ${role} ${String(name)}:\n${passed.slice(-40).join('\n')}`)
  }

  async press(role: string, name: Wanted) {
    await this.reach(role, name)
    await this.key('Enter')
  }

  async write(role: string, name: Wanted, text: string) {
    await this.reach(role, name)
    await this.#page.keyboard.type(text)
  }
}
