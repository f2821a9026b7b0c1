import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './onboarding.module.css'

interface Props {
  legend: string
  name: string
  options: readonly { code: string; name: string; own: string }[]
  value: string | null
  onChange: (code: string) => void
}

/** A choice of languages, each under its own name, so that its speakers can find it. */
export function LanguageChoice({ legend, name, options, value, onChange }: Props) {
  const { i18n } = useTranslation()
  return (
    <fieldset className={styles.languages}>
      <legend className="k-visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.code}
          className={`${primitives.surface} ${styles.choice} ${styles.language}`}
        >
          <input
            type="radio"
            name={name}
            value={option.code}
            checked={value === option.code}
            onChange={() => onChange(option.code)}
          />
          <strong lang={option.code}>{option.own}</strong>
          {option.code !== i18n.language && <span>{option.name}</span>}
        </label>
      ))}
    </fieldset>
  )
}
