import type { PaymentInfo } from '@/domain/chain/chain-payments.ts'
import { explorerPage, networkName, networkOf } from '@/domain/chain/networks.ts'
import { checksum, paymentsIn, readState, reclaimData, stateCall } from '@/domain/chain/protocol.ts'
import { ask, connect, findWallets, switchChain, useWallets } from '@/domain/chain/wallets.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import '@/shared/chain/wallet-connect.ts'
import { reclaimState } from './reclaim-state.ts'
import type { ReclaimState } from './reclaim-page.tsx'

// Adds behaviour to the form on the reclaim page. The texts are in the page. All other data come from the payment info
// and, through the wallet, from the chain.

const ASK_AGAIN_MS = 3_000
/** How often the page checks whether the payment can be taken back yet. */
const CHECK_AGAIN_MS = 30_000
const CURRENCY = 'USDC'

function partsOf(form: HTMLElement) {
  function part<Kind extends HTMLElement>(name: string, kind: new () => Kind): Kind {
    const found = form.querySelector(`[data-${name}]`)
    if (!(found instanceof kind)) throw new Error(`The page has no ${name}.`)
    return found
  }
  const place = (name: string) => part(name, HTMLElement)
  return {
    file: part('file', HTMLInputElement),
    text: part('text', HTMLTextAreaElement),
    several: place('several'),
    choice: part('payments', HTMLSelectElement),
    facts: place('facts'),
    heldRow: place('row="held"'),
    wallets: place('wallets'),
    none: place('none'),
    connected: place('connected'),
    address: place('address'),
    change: part('switch', HTMLButtonElement),
    act: part('act', HTMLButtonElement),
    sent: place('sent'),
    hash: place('hash'),
    fact: (name: string) => place(`fact="${name}"`),
  }
}
type Parts = ReturnType<typeof partsOf>

const language = () => document.documentElement.lang || 'en'
const show = (minor: bigint | number) => formatMoney(Number(minor), CURRENCY, language())
const dateOf = (seconds: number) => new Date(Number(seconds) * 1000)

function showFacts(parts: Parts, payment: PaymentInfo | undefined, held: Held | null) {
  parts.facts.hidden = !payment
  parts.heldRow.hidden = !held?.wasPaid
  if (!payment) return
  const facts = {
    amount: show(payment.max_amount_minor),
    held: held ? show(held.capturable) : '',
    network: networkName(payment.chain_id),
    payer: checksum(payment.payer),
    receiver: checksum(payment.receiver),
    from: dateTime(dateOf(payment.authorization_expiry), language()),
  }
  for (const [name, value] of Object.entries(facts)) parts.fact(name).textContent = value
}

function showChoice(parts: Parts, payments: readonly PaymentInfo[]) {
  parts.several.hidden = payments.length < 2
  parts.choice.replaceChildren(
    ...payments.map((payment, index) => {
      const when = dateTime(dateOf(payment.authorization_expiry), language())
      return new Option(`${show(payment.max_amount_minor)} · ${when}`, String(index))
    }),
  )
}

function showWallets(parts: Parts, onFailure: (error: unknown) => void) {
  const { found, address } = useWallets.getState()
  parts.none.hidden = found.length > 0
  parts.connected.hidden = address === null
  parts.address.textContent = address === null ? '' : checksum(address)
  if (parts.wallets.childElementCount === found.length) return
  parts.wallets.replaceChildren(
    ...found.map((wallet) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = wallet.name
      button.addEventListener('click', () => void connect(wallet).catch(onFailure))
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
}

function showSent(parts: Parts, { chain_id }: PaymentInfo, hash: string) {
  const page = explorerPage(chain_id, 'tx', hash)
  const link = document.createElement('a')
  link.textContent = hash
  if (page) Object.assign(link, { href: page, target: '_blank', rel: 'noopener noreferrer' })
  parts.hash.replaceChildren(link)
  parts.sent.hidden = false
}

type Held = ReturnType<typeof readState> & { at: number }

/** Asks the escrow through a wallet how much of the payment it holds; null if the wallet is on another chain. */
async function heldOf(payment: PaymentInfo): Promise<Held | null> {
  const { wallet, chainId } = useWallets.getState()
  if (!wallet || chainId !== payment.chain_id) return null
  const block = await ask<{ timestamp: string } | null>(wallet, 'eth_getBlockByNumber', [
    'latest',
    false,
  ]).catch(() => null)
  // The escrow uses the chain's clock. If the wallet does not provide it, this device's clock is used.
  const at = Number(block?.timestamp) || Date.now() / 1000
  return { ...readState(await ask<string>(wallet, 'eth_call', [stateCall(payment), 'latest'])), at }
}

function stateOf(payment: PaymentInfo, held: Held | null): ReclaimState | null {
  const { address, chainId } = useWallets.getState()
  const isKnown = networkOf(payment.chain_id) !== undefined
  return address === null ? null : reclaimState(payment, { address, chainId, isKnown }, held)
}

async function isMined(hash: string): Promise<boolean> {
  for (;;) {
    const { wallet } = useWallets.getState()
    if (!wallet) throw new Error('The wallet is gone.')
    const receipt = await ask<{ status: string } | null>(wallet, 'eth_getTransactionReceipt', [
      hash,
    ])
    if (receipt) return Number(receipt.status) === 1
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
  }
}

async function change(payment: PaymentInfo | undefined) {
  const { wallet } = useWallets.getState()
  if (payment && wallet) await switchChain(wallet, payment.chain_id)
}

async function readFile({ file, text }: Parts): Promise<void> {
  const [chosen] = file.files ?? []
  if (chosen) text.value = await chosen.text()
}

/** Shows one sentence and the buttons for a state. After a failure it keeps the buttons of the state before. */
const sayIn =
  (form: HTMLElement, { act, change: other }: Parts) =>
  (state: ReclaimState | null, offered = state) => {
    for (const each of form.querySelectorAll<HTMLElement>('[data-say]'))
      each.hidden = each.dataset.say !== state
    act.hidden = offered !== 'ready'
    other.hidden = offered !== 'wrong_network'
  }

export function startReclaim(form: HTMLElement): void {
  const parts = partsOf(form)
  let payments: PaymentInfo[] = []
  const chosen = () => payments[Number(parts.choice.value)] ?? payments[0]
  let checked: ReclaimState | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = sayIn(form, parts)
  const fail = (error: unknown) =>
    say(tokenOf(error) === 'wallet_rejected' ? 'rejected' : 'failed', checked)

  async function check() {
    const payment = chosen()
    clearTimeout(timer)
    checked = null
    showFacts(parts, payment, null)
    const held = payment ? await heldOf(payment) : null
    if (payment !== chosen()) return
    showFacts(parts, payment, held)
    if (payment) checked = stateOf(payment, held)
    else if (parts.text.value.trim()) checked = 'no_payment'
    say(checked)
    if (checked === 'too_early') timer = setTimeout(refresh, CHECK_AGAIN_MS)
  }
  const refresh = () => void check().catch(fail)

  function choose() {
    parts.sent.hidden = true
    refresh()
  }

  function read() {
    payments = paymentsIn(parts.text.value)
    showChoice(parts, payments)
    choose()
  }

  async function reclaim() {
    const payment = chosen()
    const { wallet, address } = useWallets.getState()
    if (!payment || !wallet || !address) return
    say('asking')
    const transaction = { from: address, to: checksum(payment.escrow), data: reclaimData(payment) }
    const hash = await ask<string>(wallet, 'eth_sendTransaction', [transaction])
    showSent(parts, payment, hash)
    say('sent')
    say((await isMined(hash)) ? 'done' : 'reverted')
  }

  parts.text.addEventListener('input', read)
  parts.choice.addEventListener('change', choose)
  parts.act.addEventListener('click', () => void reclaim().catch(fail))
  parts.change.addEventListener('click', () => void change(chosen()).catch(fail))
  parts.file.addEventListener('change', () => void readFile(parts).then(read))
  useWallets.subscribe((now, before) => {
    showWallets(parts, fail)
    if (now.address !== before.address || now.chainId !== before.chainId) refresh()
  })
  showWallets(parts, fail)
  findWallets()
  if (parts.text.value) read()
}
