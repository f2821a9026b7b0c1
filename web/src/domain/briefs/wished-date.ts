// The day on which a brand would like the work to be published. This file imports no library, because the order page
// does not render before it has loaded.

const MOST_DAYS = 365

/** A day from today in the format of date fields and of the database. */
function dayFromToday(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

export const wishedBounds = () => ({ min: dayFromToday(0), max: dayFromToday(MOST_DAYS) })

/** Noon of a day, because its midnight in one time zone can be on the day before in another. */
export const noonOf = (day: string) => `${day}T12:00:00`
