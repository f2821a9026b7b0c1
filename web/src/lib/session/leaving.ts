import { create } from 'zustand'
import { fileStore, outboxStore } from '../storage/device-store.ts'
import { draftPlaces } from '../storage/drafts.ts'
import { signOut } from './session.ts'

interface Unsent {
  messages: number
  drafts: number
}

/** State of the question before a sign-out that deletes something; `LeavingQuestion` shows it. */
export const useLeaving = create<{ unsent: Unsent | null; leave: () => unknown }>(() => ({
  unsent: null,
  leave: signOut,
}))

const DEVICE_WITHIN_MS = 1_000

/** Entries in the device's store. None if the store does not answer in time, because that must not prevent a sign-out. */
const stored = <Entry>(entries: Promise<Entry[]>): Promise<Entry[]> =>
  Promise.race([
    entries.catch(() => []),
    new Promise<Entry[]>((done) => setTimeout(done, DEVICE_WITHIN_MS, [])),
  ])

/** Counts unsent messages and drafts. A draft has a text, files, or both. */
async function findUnsent(): Promise<Unsent> {
  const [messages, files] = await Promise.all([stored(outboxStore.all()), stored(fileStore.keys())])
  return { messages: messages.length, drafts: new Set([...draftPlaces(), ...files]).size }
}

/** Signs out, after a question if that deletes messages or drafts that were not sent. */
export async function askToLeave(leave: () => unknown = signOut): Promise<void> {
  const unsent = await findUnsent()
  if (unsent.messages + unsent.drafts > 0) useLeaving.setState({ unsent, leave })
  else leave()
}

export function answerLeaving(isMeant: boolean): void {
  useLeaving.setState({ unsent: null })
  if (isMeant) useLeaving.getState().leave()
}
