import { zodResolver } from '@hookform/resolvers/zod'
import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type BaseSyntheticEvent,
} from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { showFailure } from './api/query-client.ts'
import { changedFrom, isSame } from './changed.ts'
import { dropDraft, keepDraft, readDraft, untilArrived } from './storage/drafts.ts'
import { useUser } from './session/session.ts'
import { textKey, textOf, type TextKey } from './i18n/text.ts'

// Hooks for forms. A form consists of a schema whose messages are translation keys (`textKey`), `useDraftForm`, and
// on the page `Form`, fields with `{...fieldOf('name')}` and `FormActions`. The mutation cache shows an error of the
// backend as a toast, unless the form shows it itself.

export interface Fields<Input extends FieldValues> {
  /** Connects a field with the form: its value and its error. */
  fieldOf: (name: Path<Input>) => UseFormRegisterReturn & { error: string | undefined }
  /** Connects a switch. Without `checked`, Mantine's switch has a state of its own that starts as off. */
  switchOf: (name: Path<Input>) => UseFormRegisterReturn & { checked: boolean }
  /** Connects a field without a native input, such as a list of choices. */
  controlOf: <Name extends Path<Input>>(name: Name) => ControlledField<PathValue<Input, Name>>
}
interface ControlledField<Value> {
  name: string
  value: Value
  onChange: (next: unknown) => void
  onBlur: () => void
  ref: (element: { focus: () => void } | null) => void
  error: string | undefined
}
/** The methods of a form that its parts need. */
export type FormFields<Input extends FieldValues> = Fields<Input> &
  Pick<UseFormReturn<Input>, 'control' | 'formState' | 'watch'>

function withFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): UseFormReturn<Input, unknown, Output> & Fields<Input> {
  const errorOf = (name: Path<Input>) => fieldError(form.getFieldState(name, form.formState).error)
  const fieldOf = (name: Path<Input>) => ({ ...form.register(name), error: errorOf(name) })
  const switchOf = (name: Path<Input>) => ({
    ...form.register(name),
    checked: Boolean(form.watch(name)),
  })
  // Does what `Controller` of react-hook-form does, but without a component around each field.
  const controlOf = <Name extends Path<Input>>(name: Name) => {
    const { onChange, onBlur } = form.register(name)
    return {
      name,
      value: form.watch(name),
      onChange: (value: unknown) => void onChange({ target: { name, value }, type: 'change' }),
      onBlur: () => void onBlur({ target: { name, value: form.getValues(name) }, type: 'blur' }),
      // The form focuses its first invalid field through this object. With the element itself, the library would also write to it.
      ref: (element: { focus: () => void } | null) => {
        // oxlint-disable-next-line no-underscore-dangle -- `Controller` writes it there as well
        const field = form.control._fields[name]?._f
        if (field && element) Object.assign(field, { ref: { name, focus: () => element.focus() } })
      },
      error: errorOf(name),
    }
  }
  return { ...form, fieldOf, switchOf, controlOf }
}

/** Form without a draft, for passwords and codes. */
export function useCredentialForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> & Fields<Input> {
  return withFields(useForm({ resolver: zodResolver(schema), defaultValues }))
}

/** Tells the dialog around a form about unsent input, so that it asks before it closes. */
export interface FormGuard {
  /** Registers unsent input; `discard` deletes it. */
  hold: (what: string, discard: () => void) => void
  release: (what: string) => void
  /** Closes at once, or after a confirmation if there is unsent input. */
  leave: (close: () => void) => void
}
export const FormGuardContext = createContext<FormGuard | null>(null)

type Submit<Output> = (
  /** Sends the values. The draft is deleted once the promise resolves; an error is shown. */
  send: (values: Output) => Promise<unknown>,
) => (event?: BaseSyntheticEvent) => Promise<void>

type DraftForm<Input extends FieldValues, Output extends FieldValues> = Fields<Input> &
  Omit<UseFormReturn<Input, unknown, Output>, 'handleSubmit'> & {
    handleSubmit: Submit<Output>
    /** Validates the form and shows its errors, without sending it. */
    check: () => Promise<boolean>
  } & RestoredDraft

/** State of a form that started from a draft, until the draft is discarded. */
export interface RestoredDraft {
  isRestored: boolean
  discardDraft: () => void
}

async function checked<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): Promise<boolean> {
  let isValid = false
  await form.handleSubmit(() => {
    isValid = true
  })()
  return isValid
}

/** Ignores calls during another one: a second press can come before the button is disabled. */
function useOneAtATime() {
  const isRunning = useRef(false)
  return async (act: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    await act()
    isRunning.current = false
  }
}

/**
 * A form whose input is stored on this device, for a member and a place, until it is sent, discarded or
 * thirty days old. The place is a unique name, for example `buy:<pack>`.
 */
export function useDraftForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  place: string,
): DraftForm<Input, Output> {
  const member = useUser()?.id ?? 'nobody'
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const guard = use(FormGuardContext)
  const start = useRef<object>(defaultValues)
  const edits = useRef(0)
  const [isRestored, setRestored] = useState(false)

  useLayoutEffect(() => {
    const discard = () => dropDraft(member, place)
    const draft = readDraft(member, place, start.current)
    if (draft && !isSame(draft, start.current)) {
      form.reset(draft as Input, { keepDefaultValues: true })
      setRestored(true)
      guard?.hold(place, discard)
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues: now, type }) => {
        if (type === 'change') edits.current += 1
        // Stores only fields that the member has changed, because others may get new values in the meantime.
        const entered = changedFrom({ ...start.current, ...now }, values)
        if (Object.keys(entered).length === 0) {
          discard()
          guard?.release(place)
          setRestored(false)
        } else {
          keepDraft(member, place, entered)
          guard?.hold(place, discard)
        }
      },
    })
    return () => {
      stop()
      guard?.release(place)
    }
  }, [form, guard, member, place])

  const once = useOneAtATime()
  const handleSubmit: Submit<Output> = (send) => (event) =>
    once(() =>
      form
        .handleSubmit(async (values) => {
          const sent = edits.current
          await untilArrived(member, place, send(values))
          // Text that was typed while the request was running has not been sent, so its draft is kept.
          if (edits.current === sent) dropDraft(member, place)
          guard?.release(place)
        })(event)
        .catch(showFailure),
    )
  const discardDraft = () => {
    dropDraft(member, place)
    form.reset()
    setRestored(false)
  }
  const check = () => checked(form)
  return { ...withFields(form), handleSubmit, check, isRestored, discardDraft }
}

/** Shows the saved values; fields that were changed while the form was being sent keep their new values. */
export function showSaved<Input extends FieldValues>(
  form: Pick<UseFormReturn<Input>, 'getValues' | 'reset' | 'setValue'>,
  sent: Input,
  saved: Input,
): void {
  const now = { ...form.getValues() }
  form.reset(saved)
  for (const name of Object.keys(now) as Path<Input>[])
    if (now[name] !== sent[name]) form.setValue(name, now[name], { shouldDirty: true })
}

/** A text that is not blank; spaces at both ends are removed. */
export const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

interface Range {
  readonly min: number
  readonly max: number
}

/** A whole number within a range. An emptied field is invalid until a number is typed. */
export const wholeNumber = (range: Range, wrong = textKey('common:range_wrong', { ...range })) =>
  z.int(wrong).check(z.gte(range.min, wrong), z.lte(range.max, wrong))

/** The translated text of a field's error. */
export function fieldError(error: Pick<FieldError, 'message'> | undefined): string | undefined {
  if (!error?.message) return undefined
  const [key = '', values] = error.message.split('?')
  return textOf(key as TextKey, { replace: Object.fromEntries(new URLSearchParams(values)) })
}
