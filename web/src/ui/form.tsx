import { Alert, Button, Group, Stack, Text, type StackProps } from '@mantine/core'
import { use, useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formMessage } from '@/lib/api/errors.ts'
import { showFailure } from '@/lib/api/query-client.ts'
import { FormGuardContext } from '@/lib/form.ts'
import { useWaiting } from './use-waiting.ts'

/** Focuses the first field of a form that loads after its dialog has opened; the dialog itself does so only when it opens. */
function useLateFocus() {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    const focused = document.activeElement
    if (!form?.closest('[role=dialog]')?.contains(focused) || form.contains(focused)) return
    form.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])
  return ref
}

/** Moves the focus to the first invalid field in reading order: the library goes by the order in which fields were registered. */
function focusFirstInvalid(form: HTMLFormElement | null) {
  const invalid = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]
  if (invalid.some((field) => field === document.activeElement)) invalid[0]?.focus()
}

interface Props extends Pick<StackProps, 'gap'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  /** Text above the fields that explains the form. */
  text?: ReactNode
  children: ReactNode
}

/** A form whose fields are stacked. Errors are shown below the fields, not in the browser's own bubbles. */
export function Form({ onSubmit, gap = 'md', text, children }: Props) {
  const ref = useLateFocus()
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React also passes the event to a form around the dialog; only this form must be sent.
        event.stopPropagation()
        // Shows errors that are thrown outside of a mutation, too.
        Promise.resolve(onSubmit(event)).then(
          () => setTimeout(focusFirstInvalid, 0, ref.current),
          showFailure,
        )
      }}
    >
      <Stack gap={gap}>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </form>
  )
}

/** The error for which the form could not be sent; `text` replaces its text if the form knows more. */
export const FormError = ({ error, text }: { error: unknown; text?: string | false }) =>
  error ? (
    <Alert color="red" role="alert">
      {text || formMessage(error)}
    </Alert>
  ) : null

export interface ActionsProps {
  submit: string
  busy: boolean
  danger?: boolean
  disabled?: boolean
  /** Leaves the form without sending it. */
  onCancel?: () => void
  /** Label of the cancel button, if "Cancel" could be mistaken for the form's own action. */
  cancelLabel?: string | undefined
  /** Another button, shown instead of the cancel button. */
  aside?: ReactNode
}

/** The buttons at the end of a form: first those that leave it, then the one that sends it. */
export function FormActions({
  submit,
  busy,
  danger,
  disabled,
  onCancel,
  cancelLabel,
  aside,
}: ActionsProps) {
  const { t } = useTranslation()
  const guard = use(FormGuardContext)
  const waiting = useWaiting(busy)
  return (
    <Group justify="flex-end" gap="xs">
      <Text role="status" size="sm" c="dimmed">
        {waiting === 'briefly' ? null : t('sending_slow')}
      </Text>
      {aside}
      {onCancel && (
        <Button
          variant="default"
          onClick={() => (guard ? guard.leave(onCancel) : onCancel())}
          disabled={busy}
        >
          {cancelLabel ?? t('cancel')}
        </Button>
      )}
      <Button type="submit" loading={busy} disabled={disabled} color={danger ? 'red' : undefined}>
        {submit}
      </Button>
    </Group>
  )
}
