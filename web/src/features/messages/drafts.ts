import { create } from 'zustand'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts.ts'
import { useSession } from '@/lib/session.ts'

/** What was typed and not sent, by the member it is meant for, as long as the tab lives. */
const useDrafts = create<Record<string, string>>(() => ({}))

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useDrafts.setState({}, true)
})

const member = () => useSession.getState().user?.id ?? 'nobody'
const placeOf = (otherId: string) => `chat:${otherId}`
/** What an earlier tab left. */
const kept = (otherId: string) => readDraft(member(), placeOf(otherId), { text: '' })?.text ?? ''

export const useDraft = (otherId: string) => useDrafts((drafts) => drafts[otherId]) ?? kept(otherId)

export function setDraft(otherId: string, text: string) {
  useDrafts.setState({ [otherId]: text })
  if (text === '') dropDraft(member(), placeOf(otherId))
  else keepDraft(member(), placeOf(otherId), { text })
}

/** A message that failed comes back, before whatever has been typed since. */
export function returnDraft(otherId: string, text: string) {
  const now = useDrafts.getState()[otherId] ?? kept(otherId)
  setDraft(otherId, [text, now].filter((part) => part.trim()).join('\n'))
}
