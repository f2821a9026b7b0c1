import { create } from 'zustand'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts.ts'
import { useSession } from '@/lib/session.ts'

/** What was typed and not sent, by the place it is meant for, as long as the tab lives. */
const useDrafts = create<Record<string, string>>(() => ({}))

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useDrafts.setState({}, true)
})

const member = () => useSession.getState().user?.id ?? 'nobody'
/** The conversation with a member, or what is written in it from the page of an order. */
export const draftPlace = (otherId: string, orderId?: string) =>
  orderId ? `${otherId}:${orderId}` : otherId

const keptAt = (place: string) => `chat:${place}`
/** What an earlier tab left. */
const kept = (place: string) => readDraft(member(), keptAt(place), { text: '' })?.text ?? ''

export const useDraft = (place: string) => useDrafts((drafts) => drafts[place]) ?? kept(place)

export function setDraft(place: string, text: string) {
  useDrafts.setState({ [place]: text })
  if (text === '') dropDraft(member(), keptAt(place))
  else keepDraft(member(), keptAt(place), { text })
}

/** A message that failed comes back, before whatever has been typed since. */
export function returnDraft(place: string, text: string) {
  const now = useDrafts.getState()[place] ?? kept(place)
  setDraft(place, [text, now].filter((part) => part.trim()).join('\n'))
}
