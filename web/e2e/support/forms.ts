import type { Page } from '@playwright/test'
import { paths } from '../../src/domain/paths.ts'
import type { Market } from './deals.ts'
import type { Member } from './members.ts'

// Every dialog with a form that a member or staff can open: how, and what is typed into it.

export interface FormCase {
  path: string
  /** The button that opens it, or what has to be done before the dialog is there. */
  open: string | RegExp | ((page: Page) => Promise<void>)
  /** Label and text. */
  fields: [label: string | RegExp, text: string][]
  /** The button that sends it; without one it is discarded. */
  send?: string
}
export type Forms = Record<string, FormCase>

const TEXT = 'In the middle of a sentence'
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

const report = async (page: Page) => {
  await page.getByRole('button', { name: 'Message actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Report to staff' }).click()
}

const BRIEF: FormCase['fields'] = [
  ['Goal', '500 sign-ups'],
  ['Message', TEXT],
  [/^Do$/, 'Show the app'],
  ["Don't", 'Promise a profit'],
  ['Links', 'https://a.example/guide'],
]

const offersOfBrand = ({ creator }: Market): Forms => ({
  'a counter-offer': {
    path: paths.messages(creator.id),
    open: 'Counter',
    fields: [
      ['Title', 'A launch month'],
      ['What is to be done', TEXT],
    ],
    send: 'Send counter-offer',
  },
  'an offer': {
    path: paths.messages(creator.id),
    open: 'Make an offer',
    fields: [
      ['Title', 'A podcast'],
      ['What is to be done', TEXT],
    ],
  },
  'a report': {
    path: paths.messages(creator.id),
    open: report,
    fields: [['What is wrong with it?', TEXT]],
    send: 'Report',
  },
})

const ordersOfBrand = ({ orders }: Market): Forms => ({
  'a dispute': {
    path: paths.order(orders.delivered),
    open: 'Open a dispute',
    fields: [['What went wrong?', TEXT]],
  },
  changes: {
    path: paths.order(orders.delivered),
    open: 'Request changes',
    fields: [['What should change?', TEXT]],
    send: 'Request changes',
  },
  'changes of a draft': {
    path: paths.order(orders.drafted),
    open: 'Request changes',
    fields: [['What should change?', `${TEXT} of the draft`]],
    send: 'Request changes',
  },
  'a review': {
    path: paths.order(orders.completed),
    open: 'Write a review',
    fields: [['Your words', TEXT]],
  },
  'a tip': {
    path: paths.order(orders.completed),
    open: 'Give a tip',
    fields: [
      ['Tip in USD', '5'],
      ['A few words', TEXT],
    ],
    send: 'Give $5.00',
  },
  'an appeal against a ruling': {
    path: paths.order(orders.ruled),
    open: 'Appeal',
    fields: [['Why the ruling is wrong', TEXT]],
    send: 'Appeal',
  },
})

export const formsOfBrand = (market: Market): Forms => ({
  // Before the tip, which is paid from the same wallet.
  'a refund': {
    path: paths.payments,
    open: 'Return to my card',
    fields: [['Amount', '12.00']],
  },
  ...ordersOfBrand(market),
  ...offersOfBrand(market),
  'a brief': {
    path: paths.creator(market.creator.id),
    open: /^(Order|Buy)/,
    fields: BRIEF,
  },
  'a template of briefs': {
    path: paths.settings('briefs'),
    open: 'New template',
    fields: [['Name', 'Launches'], ...BRIEF],
    send: 'Save',
  },
  'a note of the shortlist': {
    path: paths.shortlist,
    open: `Add a note about ${market.creator.name}`,
    fields: [['Note about', TEXT]],
    send: 'Save',
  },
  'a search to save': {
    path: `${paths.discover}?q=bridge`,
    open: 'Save this search',
    fields: [['Name', TEXT]],
  },
  'a saved search': {
    path: paths.savedSearches,
    open: 'Edit',
    fields: [
      [/^Name$/, TEXT],
      ['Name, bio or expertise', 'bridges'],
    ],
    send: 'Save',
  },
})

export const formsOfCreator = ({ orders }: Market): Forms => ({
  'a refusal': {
    path: paths.order(orders.paid),
    open: 'Decline',
    fields: [['Why?', TEXT]],
  },
  'a draft': {
    path: paths.order(orders.drafting),
    open: 'Show a draft',
    fields: [
      ['The draft, or a note about it', TEXT],
      ['Links to the draft', 'https://a.example/draft'],
    ],
    send: 'Show a draft',
  },
  'an answer': {
    path: paths.order(orders.disputed),
    open: 'Answer',
    fields: [['Your answer', TEXT]],
  },
  evidence: {
    path: paths.order(orders.disputed),
    open: 'Give evidence',
    fields: [
      ['What happened', TEXT],
      ['Links', 'https://a.example/proof'],
    ],
    send: 'Give evidence',
  },
  'a settlement': {
    path: paths.order(orders.disputed),
    open: 'Propose a split',
    fields: [['For the creator', '77']],
    send: 'Propose a split',
  },
})

export const FORMS_OF_SUSPENDED: Forms = {
  'an appeal against a suspension': {
    path: paths.orders,
    open: 'Appeal',
    fields: [['Why the suspension is wrong', TEXT]],
    send: 'Send the appeal',
  },
}

/** `newcomer` waits for approval. */
export const formsOfStaff = (market: Market, newcomer: Member): Forms => ({
  'a dispute opened by staff': {
    path: paths.staff('disputes'),
    open: 'Open a dispute',
    fields: [
      ['Order', market.orders.paid],
      ['Why the order has to stop', TEXT],
    ],
  },
  'a ruling': {
    path: paths.staff('disputes'),
    open: async (page) => {
      await page.getByLabel('Find an order').fill(market.disputedTitle)
      await press(page, 'Rule')
    },
    fields: [
      ['For the creator', '77'],
      [/^Why/, TEXT],
      ['For the published rulings', 'Late work.'],
    ],
  },
  'a suspension': {
    path: paths.staff('members'),
    open: async (page) => {
      await page.getByLabel('Find a member').fill(market.brand.name)
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: market.brand.name })
      await row.getByRole('button', { name: 'Suspend', exact: true }).click()
    },
    fields: [['What happened; the member reads it', TEXT]],
  },
  'a rejection': {
    path: paths.staff('approvals'),
    open: async (page) => {
      const card = page.getByRole('article').filter({ hasText: newcomer.name })
      await card.getByRole('button', { name: 'Reject' }).click()
    },
    fields: [['Why; the member reads it', TEXT]],
    send: 'Reject',
  },
  'an invite': {
    path: paths.staff('invites'),
    open: 'New invite',
    fields: [['Only for this e-mail address', 'somebody@kolpact.test']],
  },
})

/** Goes to the page of a form and opens it. */
export async function openForm(page: Page, { path, open }: FormCase) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await (typeof open === 'function' ? open(page) : press(page, open))
  await page.getByRole('dialog').waitFor()
}
