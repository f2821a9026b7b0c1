const pad = (value: number) => String(value).padStart(2, '0')

/** A day from today as a date field writes it, in the reader's time zone. */
export function daysFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
}

/** The day of a point in time, in the reader's time zone. */
export const dayOf = (moment: string) => daysFromNow(0, new Date(moment))

/** The last second of a day, in the reader's time zone. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString()
