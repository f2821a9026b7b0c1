import { useQuery } from '@tanstack/react-query'
import { percent } from '@/lib/i18n/numbers.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { creatorRecordQuery } from './queries.ts'
import styles from './creator-profile.module.css'

/** How soon a creator answers, and whether work is in time and brands come back: beside the prices. */
export function CreatorRecord({ creatorId }: { creatorId: string }) {
  const { t, i18n } = useTranslation('creator-profile')
  const { data, isError } = useQuery(creatorRecordQuery(creatorId))
  if (isError) return null
  const { reply_hours: hours, orders, on_time: onTime, brands, brands_again: again } = data ?? {}
  const inUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(value)
  const facts = [
    typeof hours === 'number' &&
      t('record_reply', {
        time: hours < 48 ? inUnit(Math.max(1, hours), 'hour') : inUnit(hours / 24, 'day'),
      }),
    orders &&
      t('record_on_time', { share: percent((onTime ?? 0) / orders, i18n.language), count: orders }),
    brands && t('record_again', { again: again ?? 0, count: brands }),
  ].filter((fact) => typeof fact === 'string')
  // Its line is kept until the numbers are known.
  const words = data ? t('record_none') : '\u00a0'
  return facts.length > 0 ? (
    <ul className={`${primitives.terms} ${styles.record}`}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  ) : (
    <p className={`${primitives.quiet} ${styles.record}`}>{words}</p>
  )
}
