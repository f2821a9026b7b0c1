import { untilIdle } from '@/lib/first-screen.ts'

const loaded = () =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((done) => addEventListener('load', done, { once: true }))

/** Measures the speed of screens in a share of the visits; its code is loaded after the page. */
export async function measureSample(): Promise<void> {
  const percent = Number(import.meta.env.VITE_WEB_VITALS_PERCENT || 10)
  const isChosen = Math.random() * 100 < percent
  if (!import.meta.env.PROD || !isChosen || navigator.doNotTrack === '1') return
  await loaded()
  await untilIdle()
  // If the code does not load, nothing is measured.
  const code = await import('./web-vitals-sender.ts').catch(() => null)
  code?.measure()
}
