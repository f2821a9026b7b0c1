/** Compares two secrets in constant time, so that the duration does not reveal where they differ. */
export function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text))
  if (!x || !y || x.length !== y.length) return false
  return x.reduce((difference, byte, i) => difference | (byte ^ (y[i] ?? 0)), 0) === 0
}
