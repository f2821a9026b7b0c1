import type { Page } from '@playwright/test'
import { paths } from '../../src/domain/paths.ts'
import type { Market } from './deals.ts'
import type { Member } from './members.ts'

// Every dialog with a form that a member or staff can open: how it is opened, and what the tests type into it.

export interface FormCase {
  path: string
  /** The button that opens the dialog, or the steps that lead to it. */
  open: string | RegExp | ((page: Page) => Promise<void>)
  /** The label of each field and the text to type into it. */
  fields: [label: string | RegExp, text: string][]
  /** The button that submits the form; if it is missing, the test discards the draft. */
  send?: string
}
export type Forms = Record<string, FormCase>

const form = (
  path: string,
  open: FormCase['open'],
  fields: FormCase['fields'],
  send?: string,
): FormCase => ({ path, open, fields, ...(send !== undefined && { send }) })

const TEXT = 'In the middle of a sentence'
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

const report = async (page: Page) => {
  await page.getByRole('button', { name: 'Message actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Report to staff' }).click()
}

const BRIEF: FormCase['fields'] = [
  ['Goal', '500 sign-ups'],
  ['Task', TEXT],
  [/^Do$/, 'Show the app'],
  ["Don't", 'Promise a profit'],
  ['Links', 'https://a.example/guide'],
]

const offersOfBrand = ({ creator }: Market): Forms => ({
  'a counter-offer': form(
    paths.messages(creator.id),
    'Counter',
    [
      ['Title', 'A launch month'],
      ['What is to be done', TEXT],
    ],
    'Send counter-offer',
  ),
  'an offer': form(paths.messages(creator.id), 'Make an offer', [
    ['Title', 'A podcast'],
    ['What is to be done', TEXT],
  ]),
  'a report': form(
    paths.messages(creator.id),
    report,
    [['What is wrong with it?', TEXT]],
    'Report',
  ),
})

const ordersOfBrand = ({ orders }: Market): Forms => ({
  'a dispute': form(paths.order(orders.delivered), 'Open a dispute', [['What went wrong?', TEXT]]),
  changes: form(
    paths.order(orders.delivered),
    'Request changes',
    [['What should change?', TEXT]],
    'Request changes',
  ),
  'changes of a draft': form(
    paths.order(orders.drafted),
    'Request changes',
    [['What should change?', `${TEXT} of the draft`]],
    'Request changes',
  ),
  'a review': form(paths.order(orders.completed), 'Write a review', [['Your words', TEXT]]),
  'a tip': form(
    paths.order(orders.completed),
    'Give a tip',
    [
      ['Tip in USD', '5'],
      ['A few words', TEXT],
    ],
    'Give $5.00',
  ),
  'an appeal against a ruling': form(
    paths.order(orders.ruled),
    'Appeal',
    [['Why the ruling is wrong', TEXT]],
    'Appeal',
  ),
})

export const formsOfBrand = (market: Market): Forms => ({
  // The refund runs before the tip, because both are paid from the same wallet.
  'a refund': form(paths.payments, 'Return to my card', [['Amount', '12.00']]),
  ...ordersOfBrand(market),
  ...offersOfBrand(market),
  'a template of briefs': form(
    paths.settings('briefs'),
    'New template',
    [['Name', 'Launches'], ...BRIEF],
    'Save',
  ),
  'a note of the shortlist': form(
    paths.shortlist,
    `Add a note about ${market.creator.name}`,
    [['Note about', TEXT]],
    'Save',
  ),
  'a search to save': form(`${paths.discover}?q=bridge`, 'Save this search', [['Name', TEXT]]),
  'a saved search': form(
    paths.savedSearches,
    'Edit',
    [
      [/^Name$/, TEXT],
      ['Name, bio or expertise', 'bridges'],
    ],
    'Save',
  ),
})

export const formsOfCreator = ({ orders }: Market): Forms => ({
  'a refusal': form(paths.order(orders.paid), 'Decline', [['Why?', TEXT]]),
  'a draft': form(
    paths.order(orders.drafting),
    'Show a draft',
    [
      ['The draft, or a note about it', TEXT],
      ['Links to the draft', 'https://a.example/draft'],
    ],
    'Show a draft',
  ),
  'an answer': form(
    paths.order(orders.disputed),
    'Answer',
    [
      ['Your answer', TEXT],
      ['Links', 'https://a.example/proof'],
    ],
    'Answer',
  ),
  'a settlement': form(
    paths.order(orders.disputed),
    'Propose a split',
    [['For the creator', '77']],
    'Propose a split',
  ),
})

export const FORMS_OF_SUSPENDED: Forms = {
  'an appeal against a suspension': form(
    paths.orders,
    'Appeal',
    [['Why the suspension is wrong', TEXT]],
    'Send the appeal',
  ),
}

/** `newcomer` is a member who waits for approval. */
export const formsOfStaff = (market: Market, newcomer: Member): Forms => ({
  'a dispute opened by staff': form(paths.staff('disputes'), 'Open a dispute', [
    ['Order', market.orders.paid],
    ['Why the order has to stop', TEXT],
  ]),
  'a ruling': form(
    paths.staff('disputes'),
    async (page) => {
      await page.getByLabel('Find an order').fill(market.disputedTitle)
      await press(page, 'Rule')
    },
    [
      ['For the creator', '77'],
      [/^Why/, TEXT],
      ['For the published rulings', 'Late work.'],
    ],
  ),
  'a suspension': form(
    paths.staff('members'),
    async (page) => {
      await page.getByLabel('Find a member').fill(market.brand.name)
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: market.brand.name })
      await row.getByRole('button', { name: 'Suspend', exact: true }).click()
    },
    [['What happened; the member reads it', TEXT]],
  ),
  'a rejection': form(
    paths.staff('approvals'),
    async (page) => {
      const card = page.getByRole('article').filter({ hasText: newcomer.name })
      await card.getByRole('button', { name: 'Reject' }).click()
    },
    [['Why; the member reads it', TEXT]],
    'Reject',
  ),
  'an invite': form(paths.staff('invites'), 'New invite', [
    ['Only for this e-mail address', 'somebody@kolpact.test'],
  ]),
})

/** Opens the page and the dialog of a form. */
export async function openForm(page: Page, { path, open }: FormCase) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await (typeof open === 'function' ? open(page) : press(page, open))
  await page.getByRole('dialog').waitFor()
}
