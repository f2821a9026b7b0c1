import { Chip, Group, Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { OptionCount } from './option-count.tsx'

interface Props<Value extends string> {
  label: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  options: readonly { value: Value; label: string; count?: string | undefined }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  /** Lets a form focus its first invalid field. */
  ref?: (field: { focus: () => void } | null) => void
}

/** Field to choose several values of a short list. All options are visible, as chips that work like checkboxes. */
export function TagSelect<Value extends string>(props: Props<Value>) {
  const id = useId()
  const { label, description, error, required, options, value, onChange, ref } = props
  const errorId = `${id}-error`
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
      errorProps={{ id: errorId }}
      required={required}
    >
      <Chip.Group multiple value={[...value]} onChange={(next) => onChange(next)}>
        <Group
          gap={8}
          mt={8}
          mb={error ? 6 : undefined}
          role="group"
          aria-labelledby={id}
          aria-describedby={error ? errorId : undefined}
          ref={(group: HTMLElement | null) =>
            ref?.(group && { focus: () => group.querySelector('input')?.focus() })
          }
        >
          {options.map((option) => (
            <Chip key={option.value} value={option.value} size="sm" radius="xl" variant="outline">
              <span>{option.label}</span>
              <OptionCount count={option.count} />
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
