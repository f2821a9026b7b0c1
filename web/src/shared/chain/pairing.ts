import { renderSVG } from 'uqr'
import { readWords } from '@/lib/i18n/words.ts'
import type { Words } from '@/lib/words.generated.d.ts'
import styles from './pairing.module.css'

// Dialog that shows how to connect a wallet to this page. It does not use React, because the reclaim page has none.

export type PairingFailure = 'refused' | 'late' | 'unreachable'

export interface Pairing {
  /** Shows the address (and QR code) by which a wallet connects to the page. */
  show: (address: string) => void
  fail: (why: PairingFailure) => void
  close: () => void
  closed: Promise<void>
  /** True once the reader has opened a wallet app on this device. */
  isHere: () => boolean
}

type Make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  more: Partial<HTMLElementTagNameMap[Name]>,
) => HTMLElementTagNameMap[Name]
const make: Make = (name, more) => Object.assign(document.createElement(name), more)

function partsOf(words: Words['chain']['pairing']) {
  const title = make('h2', { id: 'pairing-title', textContent: words.title })
  const text = make('p', { textContent: words.text })
  const code = make('img', { alt: words.code, width: 240, height: 240, className: styles.code })
  const open = make('a', { textContent: words.open, className: styles.button })
  const address = make('input', { readOnly: true, ariaLabel: words.address })
  const copy = make('button', { type: 'button', textContent: words.copy, className: styles.button })
  const says = make('p', { role: 'status', textContent: words.wait })
  const cancel = make('button', { type: 'button', textContent: words.cancel })
  cancel.className = styles.button ?? ''
  return { title, text, code, open, address, copy, says, cancel }
}

export async function openPairing(): Promise<Pairing> {
  const language = document.documentElement.lang || 'en'
  const { pairing: words } = (await readWords(language, 'chain')) as Words['chain']
  const parts = partsOf(words)
  const { code, open, address, copy, says, cancel } = parts
  const ways = [code, open, address, copy]
  const dialog = make('dialog', { className: styles.pairing })
  dialog.setAttribute('aria-labelledby', parts.title.id)
  dialog.append(...Object.values(parts))
  const hideWays = (hidden: boolean) => ways.forEach((way) => Object.assign(way, { hidden }))
  hideWays(true)
  let isHere = false
  open.addEventListener('click', () => (isHere = true))
  address.addEventListener('focus', () => address.select())
  copy.addEventListener('click', () => {
    // If the browser does not allow copying, the address is selected, so that the reader can copy it by hand.
    const copied = navigator.clipboard.writeText(address.value)
    void copied.then(() => (says.textContent = words.copied)).catch(() => address.focus())
  })
  cancel.addEventListener('click', () => dialog.close())
  const closed = new Promise<void>((done) => dialog.addEventListener('close', () => done()))
  void closed.then(() => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return {
    show(uri) {
      code.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`
      open.href = address.value = uri
      hideWays(false)
      says.textContent = ''
    },
    fail(why) {
      hideWays(true)
      parts.text.hidden = true
      says.textContent = words[why]
      cancel.textContent = words.close
    },
    close: () => dialog.close(),
    closed,
    isHere: () => isHere,
  }
}
