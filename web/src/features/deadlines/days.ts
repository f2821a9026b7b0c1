/** The deadlines on one day, in the reader's time zone. */
export interface Day<T> {
  date: Date
  deadlines: T[]
}

const dayOf = (time: string) => new Date(time).toDateString()

/** Groups deadlines by day; the most urgent comes first. */
export function byDay<T extends { due_at: string }>(deadlines: readonly T[]): Day<T>[] {
  const time = (each: T) => new Date(each.due_at).getTime()
  const days: Day<T>[] = []
  for (const each of deadlines.toSorted((a, b) => time(a) - time(b))) {
    const last = days.at(-1)
    if (last && last.date.toDateString() === dayOf(each.due_at)) last.deadlines.push(each)
    else days.push({ date: new Date(each.due_at), deadlines: [each] })
  }
  return days
}
