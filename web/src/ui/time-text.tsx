import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { dateTime, shortDate, timeAgo } from '@/lib/i18n/time.ts'

interface Props {
  value: string | Date
  /** `ago` shows "3 minutes ago", kept up to date; `date` shows the day; `full` shows the day and the time. */
  show?: 'ago' | 'date' | 'full'
  className?: string
}

export function TimeText({ value, show = 'ago', className }: Props) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (show !== 'ago') return undefined
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [show])
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return null
  const full = dateTime(date, i18n.language)
  const text =
    show === 'full'
      ? full
      : show === 'date'
        ? shortDate(date, i18n.language)
        : timeAgo(date, i18n.language, now)
  return (
    <time dateTime={date.toISOString()} title={full} className={className}>
      {text}
    </time>
  )
}
