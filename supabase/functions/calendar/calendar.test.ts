import assert from 'node:assert/strict'
import { calendarText, escapeText, fold, isSecret } from './calendar.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const deadline = {
  order_id: ID,
  number: 'K-7F3Q9',
  title: 'One thread; ten posts, all "new"',
  due_at: '2030-01-02T03:04:05.678901+00:00',
  changed_at: '2030-01-01T02:00:00+02:00',
  is_mine: true,
}

Deno.test('each deadline becomes a calendar event with its own id', () => {
  const text = calendarText({ locale: 'en', deadlines: [deadline] }, 'https://kolpact.test')
  assert.ok(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:'))
  assert.ok(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n'))
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  assert.deepEqual(lines.slice(lines.indexOf('BEGIN:VEVENT'), -2), [
    'BEGIN:VEVENT',
    `UID:${ID}@kolpact.test`,
    'DTSTAMP:20300101T000000Z',
    'DTSTART:20300102T030405Z',
    String.raw`SUMMARY:One thread\; ten posts\, all "new" (your turn)`,
    'DESCRIPTION:K-7F3Q9',
    `URL:https://kolpact.test/dashboard/orders/${ID}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
})

Deno.test('the calendar is in the language of the member', () => {
  const summary = (locale: string | null, is_mine: boolean) =>
    /SUMMARY:.*\((.*)\)/.exec(
      calendarText(
        { locale, deadlines: [{ ...deadline, title: 'A', is_mine }] },
        'https://kolpact.test',
      ),
    )?.[1]
  assert.equal(summary('es', true), 'te toca')
  assert.equal(summary('tr', false), 'sıra karşı tarafta')
  assert.equal(summary(null, false), 'the other side’s turn')
  assert.equal(summary('toString', true), 'your turn')
})

Deno.test('a text cannot add lines to the calendar', () => {
  assert.equal(
    escapeText('a\r\nBEGIN:VEVENT\rb\nc\u0007\\'),
    String.raw`a\nBEGIN:VEVENT\nb\nc` + String.raw`\\`,
  )
})

Deno.test('long lines are folded at 75 octets, between characters', () => {
  const octets = (text: string) => new TextEncoder().encode(text).length
  for (const line of ['x'.repeat(75), 'x'.repeat(400), '😀ş'.repeat(80), `${'x'.repeat(73)}ğğ`]) {
    const parts = fold(line).split('\r\n')
    for (const part of parts) assert.ok(octets(part) <= 75)
    for (const part of parts.slice(1)) assert.ok(part.startsWith(' '))
    assert.equal(fold(line).replaceAll('\r\n ', ''), line)
  }
  assert.equal(fold('x'.repeat(75)), 'x'.repeat(75))
})

Deno.test('only 48 lowercase hexadecimal digits are accepted as the secret of a calendar', () => {
  assert.ok(isSecret('0123456789abcdef'.repeat(3)))
  for (const text of [
    '',
    '\0',
    'a'.repeat(47),
    'A'.repeat(48),
    `${'a'.repeat(48)}\n`,
    'ş'.repeat(48),
  ])
    assert.equal(isSecret(text), false)
})
