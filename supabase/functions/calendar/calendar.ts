/** The result of the SQL function read_calendar. */
export type Calendar = {
  locale: string | null
  deadlines: {
    order_id: string
    number: string
    title: string
    due_at: string
    changed_at: string
    is_mine: boolean
  }[]
}

/** True if a text has the form of a secret made by renew_calendar. Any other text is refused without a query. */
export const isSecret = (text: string) => /^[0-9a-f]{48}$/.test(text)

const WORDS = {
  en: { name: 'Kolpact deadlines', mine: 'your turn', theirs: 'the other side’s turn' },
  es: { name: 'Plazos de Kolpact', mine: 'te toca', theirs: 'le toca a la otra parte' },
  tr: { name: 'Kolpact süreleri', mine: 'sıra sizde', theirs: 'sıra karşı tarafta' },
}

/** The deadlines as an iCalendar object (RFC 5545). */
export function calendarText({ locale, deadlines }: Calendar, siteUrl: string): string {
  const words = WORDS[isKnown(locale) ? locale : 'en']
  const host = new URL(siteUrl).hostname
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kolpact//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(words.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...deadlines.flatMap((deadline) => [
      'BEGIN:VEVENT',
      // Each order has one event with a constant UID, so that calendar programs move it when the deadline changes.
      `UID:${deadline.order_id}@${host}`,
      `DTSTAMP:${utc(deadline.changed_at)}`,
      `DTSTART:${utc(deadline.due_at)}`,
      `SUMMARY:${escapeText(`${deadline.title} (${deadline.is_mine ? words.mine : words.theirs})`)}`,
      `DESCRIPTION:${escapeText(deadline.number)}`,
      `URL:${siteUrl}/dashboard/orders/${deadline.order_id}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const isKnown = (locale: string | null): locale is keyof typeof WORDS =>
  locale !== null && Object.hasOwn(WORDS, locale)

/** Converts a time such as `2030-01-02T03:04:05.678+00:00` to `20300102T030405Z`. */
const utc = (time: string) =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A value of the iCalendar type TEXT: separators and line breaks are escaped, other control characters removed. */
export const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

const LINE_OCTETS = 75

/** Breaks a line after at most 75 bytes, never within a character. Each continuation begins with a space. */
export function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
