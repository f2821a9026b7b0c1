import { useEffect } from 'react'
import { create } from 'zustand'
import { fileStore } from '@/lib/device-store.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '@/lib/drafts.ts'
import { useSession } from '@/lib/session.ts'

/** What was typed and not sent, by the place it is meant for, as long as the tab lives. */
const useDrafts = create<Record<string, string>>(() => ({}))
/** The file chosen for it; undefined until it is known whether an earlier tab left one. */
const useFiles = create<Record<string, File | null>>(() => ({}))

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return
  useDrafts.setState({}, true)
  useFiles.setState({}, true)
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

const fileKey = (place: string) => draftKey(member(), keptAt(place))

export function useDraftFile(place: string): File | null {
  const file = useFiles((files) => files[place])
  useEffect(() => {
    if (file !== undefined) return
    void fileStore
      .read(fileKey(place))
      .then(([left = null]) =>
        useFiles.setState((now) => (now[place] === undefined ? { [place]: left } : now)),
      )
      .catch(() => {})
  }, [place, file])
  return file ?? null
}

export function setDraftFile(place: string, file: File | null) {
  useFiles.setState({ [place]: file })
  void fileStore.keep(fileKey(place), file ? [file] : []).catch(() => {})
}

/** A message that failed comes back: its words before what has been typed since, its file unless another was chosen. */
export function returnDraft(place: string, text: string, file: File | null) {
  const now = useDrafts.getState()[place] ?? kept(place)
  setDraft(place, [text, now].filter((part) => part.trim()).join('\n'))
  if (file && !useFiles.getState()[place]) setDraftFile(place, file)
}
