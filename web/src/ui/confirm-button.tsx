import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { showFailure } from '@/lib/api/query-client.ts'
import { focusHeading } from './focus.ts'
import { lazyPart } from './loadable.tsx'
import { onceLoaded } from './opener.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

interface Props extends ButtonProps {
  /** The question to confirm. */
  title: string
  text?: ReactNode
  /** Label of the button that confirms; by default that of the button itself. */
  confirmLabel?: string
  danger?: boolean
  onOpen?: () => void
  /** Performs the action. The dialog stays open if it throws. */
  onConfirm: () => unknown
  children: ReactNode
}

/** A button that asks for confirmation, for actions that cannot be undone. */
export function ConfirmButton({
  title,
  text,
  confirmLabel,
  danger,
  onOpen,
  onConfirm,
  children,
  ...button
}: Props) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const isDone = useRef(false)
  // The action may remove the button, and the focus with it. A reader who works by keyboard goes on at the heading.
  useEffect(() => () => void (isDone.current && setTimeout(focusHeading)), [])

  async function confirm() {
    setBusy(true)
    isDone.current = true
    try {
      await onConfirm()
      setOpen(false)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        {...(danger ? { color: 'red', variant: 'light' } : {})}
        {...button}
        onPointerEnter={() => void ConfirmDialog.load().catch(() => {})}
        onClick={() =>
          onceLoaded(ConfirmDialog.load, () => {
            onOpen?.()
            setOpen(true)
          })
        }
      >
        {children}
      </Button>
      {open !== null && (
        <ConfirmDialog
          opened={open}
          onClose={() => setOpen(false)}
          title={title}
          text={text}
          confirmLabel={confirmLabel ?? children}
          danger={danger}
          busy={busy}
          onConfirm={() => void confirm()}
        />
      )}
    </>
  )
}
