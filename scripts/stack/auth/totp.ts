import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_S = 30
const DIGITS = 6
/** The number of 30-second steps before and after now whose codes are accepted, because clocks differ. */
const SKEW = 1

/** A new secret for authenticator apps: 160 bits in base32. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => ALPHABET[byte % 32]).join('')
}

export const totpStep = (at = Date.now()) => Math.floor(at / 1000 / PERIOD_S)

export const secondsLeft = () => PERIOD_S - (Math.floor(Date.now() / 1000) % PERIOD_S)

/** The code of RFC 6238 (SHA-1, 30 seconds, 6 digits) that an authenticator app shows. */
export function totpCode(secret: string, step = totpStep()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function isTotpCode(secret: string, code: string): boolean {
  const given = Buffer.from(code)
  return [-SKEW, 0, SKEW].some((offset) => {
    const expected = Buffer.from(totpCode(secret, totpStep() + offset))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function base32(text: string): Buffer {
  const bits = [...text.toUpperCase().replace(/=+$/, '')]
    .map((letter) => {
      const value = ALPHABET.indexOf(letter)
      if (value < 0) throw new Error('A TOTP secret is base32.')
      return value.toString(2).padStart(5, '0')
    })
    .join('')
  const bytes = bits.match(/[01]{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
