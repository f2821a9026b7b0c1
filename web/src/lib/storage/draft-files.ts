import { use, useEffect, useRef, useState } from 'react'
import { fileStore } from './device-store.ts'
import { draftKey } from './drafts.ts'
import { FormGuardContext } from '../form.ts'
import { useUser } from '../session/session.ts'

type Change = (change: (now: File[]) => File[]) => void

/** The files of a form, stored with its draft until they are sent or discarded. */
export function useDraftFiles(place: string): [files: File[], change: Change, forget: () => void] {
  const member = useUser()?.id ?? 'nobody'
  const guard = use(FormGuardContext)
  const [files, setFiles] = useState<File[]>([])
  const touched = useRef(false)
  const key = draftKey(member, place)
  useEffect(() => {
    void fileStore
      .read(key)
      .then((kept) => !touched.current && setFiles(kept))
      .catch(() => {})
  }, [key])

  const keep = (next: File[]) => void fileStore.keep(key, next).catch(() => {})
  useEffect(() => {
    const what = `${key}:files`
    if (files.length === 0) return undefined
    guard?.hold(what, () => void fileStore.keep(key, []).catch(() => {}))
    return () => guard?.release(what)
  }, [guard, key, files])

  return [
    files,
    (change) => {
      touched.current = true
      setFiles((now) => {
        const next = change(now)
        keep(next)
        return next
      })
    },
    () => keep([]),
  ]
}
