import {
  useEffect,
  useEffectEvent,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { attachmentProblem, pastedFiles } from '@/domain/files/attachments.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { toUserMessage } from '@/lib/api/errors.ts'
import { toast } from '@/lib/toast.ts'
import { AttachButton, ChosenFile, OfferButton, SendButton } from './composer-parts.tsx'
import {
  addDraftFile,
  returnDraft,
  setDraft,
  setDraftFiles,
  useDraft,
  useMessageFiles,
} from '@/domain/messages/drafts.ts'
import { Textarea } from '@/ui/textarea.tsx'
import styles from './messages.module.css'

/** True if CSS can make the field grow with its text, so that no script has to measure it. */
const FITS_ITS_TEXT = CSS.supports('field-sizing', 'content')

const isTouch = () => window.matchMedia('(pointer: coarse)').matches

interface Props {
  /** Key under which the draft is stored: a member, or a member and an order. */
  place: string
  /** Focuses the field at the start, unless the device has a touch screen. */
  focusFirst?: boolean
  onSend: (text: string, file: File | null) => Promise<unknown>
  onTyping?: () => void
  /** Opens the form for an offer; undefined if the two members cannot order from each other. */
  onOffer?: (() => void) | undefined
}

/** The draft of a conversation (text and files), with the functions that change and send it. */
function useMessage(place: string, onSend: Props['onSend']) {
  const { t } = useTranslation('files')
  const text = useDraft(place)
  const files = useMessageFiles(place)
  const isEmpty = text.trim() === '' && files.length === 0

  async function choose(chosen: readonly File[]) {
    for (const file of chosen) {
      const problem = await attachmentProblem(file)
      if (problem) toast.error(t(problem, { name: file.name }))
      else await addDraftFile(place, file)
    }
  }

  /** Sends one message for each file, because a message can have only one; the text is sent with the first. */
  async function send() {
    if (isEmpty) return
    let left = { text: text.trim(), files }
    setDraft(place, '')
    setDraftFiles(place, [])
    try {
      do {
        await onSend(left.text, left.files[0] ?? null)
        left = { text: '', files: left.files.slice(1) }
      } while (left.files.length > 0)
    } catch (error) {
      // The browser has no storage for the outbox, so the text goes back into the field.
      toast.error(toUserMessage(error))
      await returnDraft(place, left.text, left.files)
    }
  }

  return { text, files, isEmpty, choose, send }
}

/** Accepts files that are dropped anywhere on the section around the form. The browser itself would open the first file instead. */
function useDrop(form: RefObject<HTMLFormElement | null>, onFiles: (files: File[]) => void) {
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') onFiles([...event.dataTransfer.files])
  })
  useEffect(() => {
    const section = form.current?.closest('section')
    const end = new AbortController()
    for (const type of ['dragover', 'drop'] as const)
      section?.addEventListener(type, (event) => onDrop(event), { signal: end.signal })
    return () => end.abort()
  }, [form])
}

function WriteForm({ place, focusFirst = false, onSend, onTyping, onOffer }: Props) {
  const { t } = useTranslation('messages')
  const { text, files, isEmpty, choose, send } = useMessage(place, onSend)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useDrop(form, (files) => void choose(files))
  useEffect(() => {
    // Touch devices are excluded, because their keyboard would cover half of the screen.
    if (focusFirst && !isTouch()) field.current?.focus({ preventScroll: true })
  }, [focusFirst])

  function onKeyDown(event: KeyboardEvent) {
    // On touch devices Enter starts a new line, because there is a button to send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch())
      return
    event.preventDefault()
    void send()
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = pastedFiles(event.clipboardData)
    if (pasted.length === 0) return
    event.preventDefault()
    void choose(pasted)
  }

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {files.map((file, index) => (
        <ChosenFile
          key={index}
          file={file}
          onRemove={() => setDraftFiles(place, files.toSpliced(index, 1))}
        />
      ))}
      <div className={styles.write}>
        {onOffer && <OfferButton onOffer={onOffer} />}
        <AttachButton onChoose={(chosen) => void choose(chosen)} />
        <Textarea
          ref={field}
          flex={1}
          miw={0}
          aria-label={t('write')}
          placeholder={t('write')}
          autosize={!FITS_ITS_TEXT}
          classNames={{ input: styles.field }}
          minRows={1}
          maxRows={6}
          size="md"
          maxLength={LIMITS.messages_content_length.max}
          value={text}
          onChange={(event) => {
            setDraft(place, event.currentTarget.value)
            onTyping?.()
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <SendButton disabled={isEmpty} />
      </div>
    </form>
  )
}

/** Form for a message, or the reason why the member cannot write: one of the two is suspended or gone. */
export function Composer({ isUnavailable, ...props }: Props & { isUnavailable: boolean }) {
  const { t } = useTranslation('messages')
  const { profile } = useProfile()
  const isSuspended = profile.suspended_at !== null
  if (!isSuspended && !isUnavailable) return <WriteForm {...props} />
  return (
    <p className={styles.blocked} role="status">
      {t(isSuspended ? 'suspended' : 'unavailable')}
    </p>
  )
}
