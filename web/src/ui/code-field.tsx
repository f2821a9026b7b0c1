import { TextInput, type TextInputProps } from '@mantine/core'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  digits: number
  value: string
  onChange: (code: string) => void
}

/** Field for a code of digits. Spaces in a pasted code are removed, and phones suggest a code from a message. */
export function CodeField({ digits, value, onChange, ...input }: Props) {
  return (
    <TextInput
      {...input}
      value={value}
      onChange={(event) =>
        onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, digits))
      }
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  )
}
