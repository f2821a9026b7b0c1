import { heldSince, worstSolvency, type SolvencyLine } from '@/domain/money/solvency.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { CONNECTIVITY_TIMEOUT_MS } from '@/lib/constants.ts'
import { env } from '@/lib/env.ts'
import { timeAgo } from '@/lib/i18n/time.ts'

/** Reads the public proof from the database without a client library. */
async function fetchSolvency(): Promise<SolvencyLine[]> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/solvency?select=*&order=currency`, {
    headers: { apikey: env.supabaseKey },
    signal: AbortSignal.timeout(CONNECTIVITY_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`solvency: ${response.status}`)
  const lines: unknown = await response.json()
  return Array.isArray(lines) ? (lines as SolvencyLine[]) : []
}

/** Fills `[data-solvency]` of a public page, whether the page was prerendered or rendered by React. */
export async function hydrateSolvency(root: ParentNode): Promise<void> {
  const proof = root.querySelector<HTMLElement>('[data-solvency]')
  if (!proof) return
  const rows = proof.querySelector('[data-rows]')
  const template = proof.querySelector('template')
  if (!rows || !template) return
  try {
    const lines = await fetchSolvency()
    if (lines.length === 0) return
    rows.replaceChildren(
      ...lines.map((line) => {
        const row = template.content.cloneNode(true) as DocumentFragment
        const put = (name: string, text: string) => {
          const place = row.querySelector(`[data-${name}]`)
          if (place) place.textContent = text
        }
        put('currency', line.currency)
        const language = document.documentElement.lang || 'en'
        // The amount is unknown before the first report of a provider.
        put('held', line.held_at ? formatMoney(line.held_minor, line.currency, language) : '–')
        put('owed', formatMoney(line.owed_minor, line.currency, language))
        return row
      }),
    )
    proof.dataset.solvency = worstSolvency(lines)
    const since = heldSince(lines)
    const age = proof.querySelector<HTMLElement>('[data-age]')
    const time = age?.querySelector('time')
    if (since && age && time) {
      const language = document.documentElement.lang || 'en'
      time.textContent = timeAgo(new Date(since), language, Date.now())
      time.dateTime = since
      age.hidden = false
    }
  } catch {
    proof.dataset.solvency = 'unknown'
  }
}
