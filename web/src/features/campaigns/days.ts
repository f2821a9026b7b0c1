const pad = (value: number) => String(value).padStart(2, '0')

/** A calendar day as a date field writes it, in the person's own time zone. */
export function daysFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
}

/** The day of a moment where the person is. */
export const dayOf = (moment: string) => daysFromNow(0, new Date(moment))

/** The last moment of that day where the person is. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString()
