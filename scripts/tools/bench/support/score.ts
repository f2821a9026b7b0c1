// The performance score of Lighthouse 10 to 13 for phones: a log-normal curve for each
// metric through two published points, with published weights.

interface Metrics {
  firstPaint: number
  largestPaint: number
  content: number
  blocking: number
  shift: number
}

/** Weight and curve of each metric: the value `p10` scores 0.9, `median` scores 0.5. */
const CURVES = {
  firstPaint: { weight: 0.1, p10: 1_800, median: 3_000 },
  speedIndex: { weight: 0.1, p10: 3_387, median: 5_800 },
  largestPaint: { weight: 0.25, p10: 2_500, median: 4_000 },
  blocking: { weight: 0.3, p10: 200, median: 600 },
  shift: { weight: 0.25, p10: 0.1, median: 0.25 },
}

/** The error function, approximated by formula 7.1.26 of Abramowitz and Stegun. */
function erf(value: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(value))
  const polynomial =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(value) * (1 - polynomial * Math.exp(-value * value))
}

const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232

function scoreOf(value: number, { p10, median }: { p10: number; median: number }): number {
  if (value <= 0) return 1
  const spread = Math.log(median / p10) / (Math.SQRT2 * INVERSE_ERFC_ONE_FIFTH)
  return (1 - erf(Math.log(value / median) / (Math.SQRT2 * spread))) / 2
}

/**
 * The score of 100. The speed index is approximated by the mean of first paint and content, because the
 * screenshots that it needs would slow down the page.
 */
export function performanceScore(metrics: Metrics): number {
  const values = { ...metrics, speedIndex: (metrics.firstPaint + metrics.content) / 2 }
  const names = Object.keys(CURVES) as (keyof typeof CURVES)[]
  const sum = names.reduce(
    (total, name) => total + CURVES[name].weight * scoreOf(values[name], CURVES[name]),
    0,
  )
  return Math.round(sum * 100)
}
