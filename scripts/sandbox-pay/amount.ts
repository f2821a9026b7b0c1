// The decimals of the currencies that the product uses. Any other currency
// has two.
const DECIMALS: Record<string, number> = { USD: 2, EUR: 2, USDC: 6 }

/** Parses an amount: `25.5` USD is 2550; null if the text is no amount. */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = DECIMALS[currency] ?? 2
  const [, whole, rest = ''] = /^\s*(\d{1,12})(?:\.(\d+))?\s*$/.exec(text) ?? []
  if (whole === undefined || rest.length > decimals) return null
  return Number(whole + rest.padEnd(decimals, '0'))
}

/** Formats an amount for an input, such as `25.50`. */
export function amountInput(minor: number, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2
  const digits = String(minor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Formats an amount: `2550` USD is `$25.50`. It works on the digits as text, so that nothing is rounded. */
export function formatAmount(minor: number, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const rest = digits.slice(-decimals)
  const shown = decimals > 2 ? rest.replace(/0+$/, '').padEnd(2, '0') : rest
  return currency === 'USD' ? `$${whole}.${shown}` : `${whole}.${shown} ${currency}`
}
