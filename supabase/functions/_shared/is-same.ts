/** Compares two secrets in a time that tells nothing about where they differ. */
export function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text))
  if (!x || !y || x.length !== y.length) return false
  return x.reduce((difference, byte, i) => difference | (byte ^ (y[i] ?? 0)), 0) === 0
}
