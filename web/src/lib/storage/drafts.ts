// Drafts of forms and messages in localStorage, by member and form. A draft is written at every
// keystroke, so that it survives a closed dialog, another page, a reload, a crash, the end of the
// session and a new version of the client. Text only: `device-store.ts` keeps the files.

import { tokenOf } from '../api/errors.ts'

const PREFIX = 'kolpact-draft:'
const DAY_MS = 86_400_000
export const DRAFT_KEPT_MS = 30 * DAY_MS

interface Draft {
  at: number
  values: Record<string, unknown>
}

const OF_REQUEST = '#request'

export const draftKey = (member: string, place: string) => `${PREFIX}${member}:${place}`

function parse(text: string | null, keptMs = DRAFT_KEPT_MS): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && Date.now() - draft.at < keptMs ? draft : null
  } catch {
    return null
  }
}

/** Adds the draft's values to the initial ones. Values that do not fit the form are left out, because another version may have stored them. */
function fitting<Values extends object>(found: Record<string, unknown>, start: Values): Values {
  const known = Object.entries(found).filter(
    ([name, value]) =>
      name in start &&
      (typeof value === typeof start[name as keyof Values] ||
        start[name as keyof Values] === null ||
        value === null),
  )
  return { ...start, ...Object.fromEntries(known) }
}

/** The initial values of a form, replaced by those of its draft; null without a draft. */
export function readDraft<Values extends object>(
  member: string,
  place: string,
  start: Values,
): Values | null {
  const draft = parse(localStorage.getItem(draftKey(member, place)))
  return draft && fitting(draft.values, start)
}

export function keepDraft(member: string, place: string, values: object): void {
  try {
    localStorage.setItem(draftKey(member, place), JSON.stringify({ at: Date.now(), values }))
  } catch {
    // The browser's storage is not allowed or full; the input stays in the form itself.
  }
}

export function dropDraft(member: string, place: string): void {
  localStorage.removeItem(draftKey(member, place))
}

/**
 * The idempotency key of a form's request. It is stored, for up to a day and over a reload, until the request is known to have
 * arrived. A changed form keeps it, and the database refuses it if the first request has arrived; after a day it is a new request.
 */
export function requestKey(member: string, place: string): string {
  const at = `${place}${OF_REQUEST}`
  const known = parse(localStorage.getItem(draftKey(member, at)), DAY_MS)?.values['key']
  if (typeof known === 'string') return known
  const key = crypto.randomUUID()
  keepDraft(member, at, { key })
  return key
}

/** Waits for the response of a form's request. Once the request has arrived, the next one gets a new key. */
export async function untilArrived<Answer>(
  member: string,
  place: string,
  sent: Promise<Answer>,
): Promise<Answer> {
  const end = () => localStorage.removeItem(draftKey(member, `${place}${OF_REQUEST}`))
  try {
    const answer = await sent
    end()
    return answer
  } catch (error) {
    if (tokenOf(error) === 'idempotency_key_reused') end()
    throw error
  }
}

/** Sends a request that has no form. A press after its response is a new request. */
export const sendOnce = <Answer>(
  member: string,
  place: string,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> => untilArrived(member, place, send(requestKey(member, place)))

/** Deletes drafts that are older than the limit. */
export function dropOldDrafts(): void {
  for (const key of draftKeys()) if (!parse(localStorage.getItem(key))) localStorage.removeItem(key)
}

/** Places of the drafts that a sign-out would delete. */
export const draftPlaces = () =>
  draftKeys().filter((key) => !key.endsWith(OF_REQUEST) && parse(localStorage.getItem(key)))

/** Deletes all drafts on this device when a member signs out. */
export function dropAllDrafts(): void {
  draftKeys().forEach((key) => localStorage.removeItem(key))
}

const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
