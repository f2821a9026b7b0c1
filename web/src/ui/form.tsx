import { Alert, Button, Group, Stack, Text, type StackProps } from '@mantine/core'
import { use, useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formMessage } from '@/lib/api/errors.ts'
import { showFailure } from '@/lib/api/query-client.ts'
import { FormGuardContext } from '@/lib/form.ts'
import { useWaiting } from './use-waiting.ts'

/** A dialog focuses its first field as it opens. A form that had to load is not there yet. */
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

interface Props extends Pick<StackProps, 'gap'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  /** Above the fields: what sending it means. */
  text?: ReactNode
  children: ReactNode
}

/** Fields one below the other; what is wrong stands below its field, not in the browser's bubble. */
export function Form({ onSubmit, gap = 'md', text, children }: Props) {
  const ref = useLateFocus()
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React passes the event on to the form under a dialog: only this one is sent.
        event.stopPropagation()
        // A failure outside of a mutation is shown as well.
        Promise.resolve(onSubmit(event)).catch(showFailure)
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

/** Why it could not be sent; `text` where the form knows more than the error says. */
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
  /** Leaves without sending. */
  onCancel?: () => void
  /** The name of leaving, where "Cancel" could be taken for the act itself. */
  cancelLabel?: string | undefined
  /** Another way out, in place of `onCancel`. */
  aside?: ReactNode
}

/** The end of a form: the way out, then the way on. */
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
