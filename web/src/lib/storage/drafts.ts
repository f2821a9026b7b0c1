// Drafts of forms and messages in localStorage, by member and form. A draft is written at every
// keystroke, so that it survives a closed dialog, another page, a reload, a crash, the end of the
// session and a new version of the client. Text only: `device-store.ts` keeps the files.

const PREFIX = 'kolpact-draft:'
export const DRAFT_KEPT_MS = 30 * 86_400_000

interface Draft {
  at: number
  values: Record<string, unknown>
}

const OF_REQUEST = '#request'

export const draftKey = (member: string, place: string) => `${PREFIX}${member}:${place}`

function parse(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && Date.now() - draft.at < DRAFT_KEPT_MS ? draft : null
  } catch {
    return null
  }
}

/** The fields that the form still has: another version of the client may have written the draft. */
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

/** The initial values of a form with its draft over them; null without a draft. */
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
    // The browser keeps nothing, or no more: the form itself still holds what was typed.
  }
}

export function dropDraft(member: string, place: string): void {
  localStorage.removeItem(draftKey(member, place))
  localStorage.removeItem(draftKey(member, `${place}${OF_REQUEST}`))
}

/**
 * The idempotency key of a form's request. Equal content keeps its key, also over a reload, until the
 * request is known to have arrived, so that pressing twice buys once.
 */
export function requestKey(member: string, place: string, content: unknown): string {
  const at = `${place}${OF_REQUEST}`
  const known = parse(localStorage.getItem(draftKey(member, at)))?.values
  const text = JSON.stringify(content)
  if (known?.['content'] === text) return String(known['key'])
  const key = crypto.randomUUID()
  keepDraft(member, at, { content: text, key })
  return key
}

/** Sends a request without a form once: the next press is another request, of equal content too. */
export async function sendOnce<Answer>(
  member: string,
  place: string,
  content: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(requestKey(member, place, content))
  dropDraft(member, place)
  return answer
}

/** Deletes drafts that are too old. */
export function dropOldDrafts(): void {
  for (const key of draftKeys()) if (!parse(localStorage.getItem(key))) localStorage.removeItem(key)
}

/** Deletes all drafts of this device, at sign-out. */
export function dropAllDrafts(): void {
  draftKeys().forEach((key) => localStorage.removeItem(key))
}

const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
