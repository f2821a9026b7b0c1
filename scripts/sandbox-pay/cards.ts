import { createHash, randomInt } from 'node:crypto'

/** Fields of the pay page as the buyer typed them. */
export type CardInput = { number: string; expiry: string; cvc: string; name: string }
export type CardField = keyof CardInput
export type CardOutcome = 'succeeds' | 'declines' | 'pending'

/** The test cards, as the pay page offers them. */
export const TEST_CARDS: { number: string; outcome: CardOutcome; label: string }[] = [
  { number: '4242 4242 4242 4242', outcome: 'succeeds', label: 'Payment succeeds' },
  { number: '4000 0000 0000 0002', outcome: 'declines', label: 'Card is declined' },
  { number: '4000 0000 0000 3220', outcome: 'pending', label: 'Stays pending, then succeeds' },
  { number: '4000 0000 0000 5126', outcome: 'succeeds', label: 'Succeeds, but takes no refund' },
]

/** An error message for each field that is invalid; empty if the card may be tried. */
export function checkCard(card: CardInput, now: Date): Partial<Record<CardField, string>> {
  const problems: Partial<Record<CardField, string>> = {}
  const digits = digitsOf(card.number)
  if (digits.length < 12 || digits.length > 19 || !passesLuhn(digits)) {
    problems.number = 'Enter a valid card number.'
  }
  const expiry = parseExpiry(card.expiry)
  if (!expiry) problems.expiry = 'Enter the date as month / year.'
  else if (expiry <= now) problems.expiry = 'This card has expired.'
  if (!/^\d{3,4}$/.test(card.cvc.trim()))
    problems.cvc = 'Enter the 3 or 4 digits of the security code.'
  if (card.name.trim() === '') problems.name = 'Enter the name on the card.'
  return problems
}

// The prefix of test card numbers, which no bank issues.
const TEST_PREFIX = '42424242'

/** The outcome of a payment with this card. Any card but a test card is declined. */
export function outcomeOf(number: string): CardOutcome {
  const digits = digitsOf(number)
  if (digits.startsWith(TEST_PREFIX)) return 'succeeds'
  return TEST_CARDS.find((card) => digitsOf(card.number) === digits)?.outcome ?? 'declines'
}

/** A new random test card, for a buyer who must share no card with others: the market identifies people by cards. */
export function newTestCard(): string {
  const start = `${TEST_PREFIX}${String(randomInt(10_000_000)).padStart(7, '0')}`
  const last = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => passesLuhn(`${start}${digit}`))
  return `${start}${last}`
}

/** Returns the fingerprint of a card: equal for each payment with it, as card companies give it. */
export const fingerprintOf = (number: string) =>
  createHash('sha256').update(digitsOf(number)).digest('hex').slice(0, 16)

export const lastDigits = (number: string) => digitsOf(number).slice(-4)

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** The time at which the card expires. */
function parseExpiry(text: string): Date | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) return null
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return new Date(Date.UTC(fullYear, Number(month), 1))
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}
