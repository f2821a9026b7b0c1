import { Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './plot.module.css'

interface PlotPoint {
  /** Name of the period. */
  label: string
  /** The value; null if there is nothing to measure in this period. */
  value: number | null
  /** The value as text. */
  text: string
}

interface Props {
  title: ReactNode
  /** The title as plain text. */
  name: string
  sum?: ReactNode
  points: readonly PlotPoint[]
}

const HEIGHT = 100
const BAR = 10
const GAP = 3

/**
 * Bars over time. The slider below chooses the bar that is read out, by keyboard, by touch or for a screen reader,
 * which hears the period and the value. The table lists all values.
 */
export function Plot({ title, name, sum, points }: Props) {
  const { t } = useTranslation('figures')
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? points.length - 1, points.length - 1)
  const values = points.map(({ value }) => value ?? 0)
  const most = Math.max(...values, 0)
  const least = Math.min(...values, 0)
  const scale = HEIGHT / (most - least || 1)
  const zero = most > least ? most * scale : HEIGHT
  const [point, first, last] = [points[at], points[0], points.at(-1)]
  if (!point) return null
  return (
    <figure className={styles.plot}>
      <figcaption>
        <strong>{title}</strong>
        {sum && <span className={styles.sum}>{sum}</span>}
      </figcaption>
      <p className={styles.axis} aria-hidden>
        {most > 0 && points[values.indexOf(most)]?.text}
      </p>
      <svg
        aria-hidden
        className={styles.bars}
        viewBox={`0 0 ${points.length * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {values.map((value, index) => (
          <rect
            key={points[index]?.label}
            x={index * (BAR + GAP) + GAP / 2}
            width={BAR}
            y={Math.min(zero, zero - value * scale)}
            height={Math.abs(value) * scale}
            data-chosen={index === at || undefined}
          />
        ))}
        <line x1={0} x2={points.length * (BAR + GAP)} y1={zero} y2={zero} />
      </svg>
      <p className={styles.axis} aria-hidden>
        <span>{first?.label}</span> <span>{last?.label}</span>
      </p>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={points.length - 1}
        value={at}
        aria-label={t('choose', { name })}
        aria-valuetext={`${point.label}: ${point.text}`}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <p className={styles.read} aria-hidden>
        <span className={primitives.quiet}>{point.label}</span> <b>{point.text}</b>
      </p>
      <details>
        <summary>{t('table')}</summary>
        <Table aria-label={name}>
          <Table.Tbody>
            {points.map(({ label, text }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td className={styles.value}>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  )
}
