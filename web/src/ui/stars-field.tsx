import { Input } from '@mantine/core'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { STARS } from './stars.tsx'
import styles from './stars.module.css'

interface Props {
  label: string
  name: string
  value: number
  onChange: (stars: number) => void
  ref: (first: HTMLInputElement | null) => void
  error: string | undefined
  nameOf: (stars: number) => string
}

/** Field for one to five stars, which works like a group of radio buttons. */
export function StarsField({ label, name, value, onChange, ref, error, nameOf }: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={styles.choice}
      >
        {STARS.map((each) => (
          <label key={each} data-filled={each <= value || undefined}>
            <input
              ref={each === 1 ? ref : undefined}
              type="radio"
              className="k-visually-hidden"
              name={name}
              aria-label={nameOf(each)}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            <Star size={32} aria-hidden />
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
