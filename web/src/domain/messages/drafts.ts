import { useEffect } from 'react'
import { create } from 'zustand'
import { fileStore } from '@/lib/storage/device-store.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '@/lib/storage/drafts.ts'
import { useSession } from '@/lib/session/session.ts'

/** Unsent texts of this tab, by conversation. */
const useDrafts = create<Record<string, string>>(() => ({}))
/** Unsent files by conversation; undefined until files that an earlier tab stored are read from the device. */
const useFiles = create<Record<string, File[]>>(() => ({}))

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return
  useDrafts.setState({}, true)
  useFiles.setState({}, true)
})

const member = () => useSession.getState().user?.id ?? 'nobody'
/** Key of a draft: the conversation with a member, or the messages about one order in it. */
export const draftPlace = (otherId: string, orderId?: string) =>
  orderId ? `${otherId}:${orderId}` : otherId

const keptAt = (place: string) => `chat:${place}`
/** Text that an earlier tab stored on the device. */
const kept = (place: string) => readDraft(member(), keptAt(place), { text: '' })?.text ?? ''

export const useDraft = (place: string) => useDrafts((drafts) => drafts[place]) ?? kept(place)

export function setDraft(place: string, text: string) {
  useDrafts.setState({ [place]: text })
  if (text === '') dropDraft(member(), keptAt(place))
  else keepDraft(member(), keptAt(place), { text })
}

/** Shows a text that another tab has changed or sent, unless this tab has another text of its own. */
function onOtherTab({ key, oldValue }: Pick<StorageEvent, 'key' | 'oldValue'>) {
  const start = draftKey(member(), keptAt(''))
  if (!key?.startsWith(start)) return
  const place = key.slice(start.length)
  const own = useDrafts.getState()[place]
  const before = (JSON.parse(oldValue ?? '{}') as { values?: { text?: string } }).values?.text ?? ''
  if (own === undefined || own === before) useDrafts.setState({ [place]: kept(place) })
}
if (typeof window !== 'undefined') window.addEventListener('storage', onOtherTab)

const fileKey = (place: string) => draftKey(member(), keptAt(place))

const keptFiles = (place: string) => fileStore.read(fileKey(place)).catch(() => [])
const NO_FILES: File[] = []

export function useMessageFiles(place: string): File[] {
  const files = useFiles((all) => all[place])
  useEffect(() => {
    if (files !== undefined) return
    void keptFiles(place).then((left) =>
      useFiles.setState((now) => (now[place] === undefined ? { [place]: left } : now)),
    )
  }, [place, files])
  return files ?? NO_FILES
}

export function setDraftFiles(place: string, files: File[]) {
  useFiles.setState({ [place]: files })
  void fileStore.keep(fileKey(place), files).catch(() => {})
}

export async function addDraftFile(place: string, file: File) {
  setDraftFiles(place, [...(useFiles.getState()[place] ?? (await keptFiles(place))), file])
}

/** Puts an unsent message back into the draft, before the text and the files that the draft has now. */
export async function returnDraft(place: string, text: string, files: File[]) {
  const now = useDrafts.getState()[place] ?? kept(place)
  setDraft(place, [text, now].filter((part) => part.trim()).join('\n'))
  if (files.length === 0) return
  const chosen = useFiles.getState()[place] ?? (await keptFiles(place))
  setDraftFiles(place, [...files, ...chosen])
}
