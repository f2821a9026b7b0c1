// The day on which a brand would like to see the work published. No library: the order's page, which
// shows it, waits for this file.

const MOST_DAYS = 365

/** A day from today, as a field of the browser and the database write it. */
function dayFromToday(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

export const wishedBounds = () => ({ min: dayFromToday(0), max: dayFromToday(MOST_DAYS) })

/** Noon, because midnight of London is the day before in New York. */
export const noonOf = (day: string) => `${day}T12:00:00`
