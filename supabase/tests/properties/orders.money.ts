// A second implementation in plain TypeScript of where a brand's money came from: which payments are in the wallet,
// which payments pay for which order, and who bears the money that a provider takes back.

export const DISPUTED = ['disputed', 'awaiting_ruling', 'ruled', 'appealed']
export const OPEN = [
  'funded',
  'in_progress',
  'draft_review',
  'draft_revision',
  'draft_approved',
  'delivered',
  'in_revision',
  ...DISPUTED,
]

export type Payment = { amount: number; order: Funded }
/** Money of one payment, in the wallet or in an order. */
export type Lot = { payment: Payment; amount: number }
export type Chargeback = {
  payment: Payment | null
  amount: number
  loss: number
  owed: number
  taken: Lot[]
  isWon: boolean
}

/** The facts of an order that this model needs. */
export type Funded = { idPlace: number; status: string; price: number; funding: Lot[] }

/** A payment that paid for no order. Only staff may assign one of a frozen brand. */
type Waiting = Lot & { isOfFrozen: boolean }

/** The brand's money outside of orders, with its orders and chargebacks. */
export type Wallet = {
  lots: Lot[]
  suspense: Waiting[]
  chargebacks: Chargeback[]
  isFrozen: boolean
  orders: Funded[]
}

export const newWallet = (): Wallet => ({
  lots: [],
  suspense: [],
  chargebacks: [],
  isFrozen: false,
  orders: [],
})

/** The setting `chargeback_small`. */
const SMALL_PERCENT = 5

const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)

export const balanceOf = (wallet: Wallet) => sum(wallet.lots)
export const suspenseOf = (wallet: Wallet) => sum(wallet.suspense)
export const debtOf = (wallet: Wallet) =>
  wallet.chargebacks.reduce((total, { owed, isWon }) => total + (isWon ? 0 : owed), 0)
/** The wallet's balance after it has paid the debts. */
export const spendable = (wallet: Wallet) => Math.max(0, balanceOf(wallet) - debtOf(wallet))
export const lossOf = (wallet: Wallet) =>
  wallet.chargebacks.reduce((total, { loss, isWon }) => total + (isWon ? 0 : loss), 0)

/** Adds money of a payment to the lots. A payment has one lot, which keeps its place. */
function put(lots: Lot[], payment: Payment, amount: number) {
  if (amount === 0) return
  const lot = lots.find((each) => each.payment === payment)
  if (lot) lot.amount += amount
  else lots.push({ payment, amount })
}

/** Takes an amount out of the lots: first those of one payment, then the others in their order. */
export function take(wallet: Wallet, wanted: number, first: Payment | null = null): Lot[] {
  const order = wallet.lots.toSorted(
    (a, b) => Number(b.payment === first) - Number(a.payment === first),
  )
  let rest = wanted
  const taken: Lot[] = []
  for (const lot of order) {
    const amount = Math.min(lot.amount, rest)
    lot.amount -= amount
    rest -= amount
    if (amount > 0) taken.push({ payment: lot.payment, amount })
  }
  return taken
}

/** Returns a part of the funding to its payments. The lots that paid first are spent first. */
export function giveBack(wallet: Wallet, order: Funded, back: number) {
  let spent = sum(order.funding) - back
  for (const { payment, amount } of order.funding) {
    const gone = Math.min(spent, amount)
    spent -= gone
    put(wallet.lots, payment, amount - gone)
  }
}

/** The payment that paid most of the order, preferably one that was made for this order. */
function paymentOf(order: Funded): Payment | null {
  const isMade = ({ payment }: Lot) => Number(payment.order === order)
  const [most] = order.funding.toSorted((a, b) => isMade(b) - isMade(a) || b.amount - a.amount)
  return most?.payment ?? null
}

/** Takes a payment back: from the wallet, then as a loss of the platform. Orders paid by it stop until it is decided. */
export function chargeBack(wallet: Wallet, order: Funded, amount: number) {
  const payment = paymentOf(order)
  wallet.isFrozen = true
  const chargeback: Chargeback = { payment, amount, loss: amount, owed: 0, taken: [], isWon: false }
  if (payment) {
    const before = wallet.chargebacks.filter((each) => each.payment === payment && !each.isWon)
    const fair = Math.max(0, Math.min(amount, payment.amount - sum(before)))
    const borne = Math.min(fair, balanceOf(wallet))
    chargeback.taken = take(wallet, borne, payment)
    chargeback.loss = amount - borne
    chargeback.owed = fair - borne
  }
  wallet.chargebacks.push(chargeback)
}

/** True if the brand owes, by open chargebacks, more than a small part of the payments for the order. */
export const isDisputed = (wallet: Wallet, { funding, price }: Funded, share = price) => {
  const owed = ({ payment }: Lot) =>
    wallet.chargebacks.reduce(
      (total, each) => total + (each.payment === payment && !each.isWon ? each.owed : 0),
      0,
    )
  const debts = funding.map((lot) => ({ lot, owed: owed(lot) }))
  return debts.some(({ lot, owed: own }) => {
    const others = debts.filter((each) => each.lot.payment !== lot.payment)
    const most = others.reduce((total, each) => total + Math.min(each.lot.amount, each.owed), 0)
    return own > 0 && (own + most) * 100 > share * SMALL_PERCENT
  })
}

/** Ends a chargeback as won: its money returns to the wallet, which then pays what the brand owes for others. */
export function win(wallet: Wallet, chargeback: Chargeback | undefined) {
  if (!chargeback || chargeback.isWon) return
  chargeback.isWon = true
  for (const { payment, amount } of chargeback.taken) put(wallet.lots, payment, amount)
  if (!chargeback.payment) return
  oweAgain(wallet, chargeback.payment)
  recover(wallet)
}

/** Computes again what the brand owes for the chargebacks of a payment, in all at most the payment. */
function oweAgain(wallet: Wallet, payment: Payment) {
  const open = wallet.chargebacks.filter((each) => each.payment === payment && !each.isWon)
  let unborne = Math.min(payment.amount, sum(open)) - sum(open.flatMap(({ taken }) => taken))
  for (const each of open) {
    each.owed = Math.max(0, Math.min(each.loss, unborne))
    unborne -= each.loss
  }
}

export function unfreeze(wallet: Wallet) {
  if (wallet.isFrozen) recover(wallet)
  wallet.isFrozen = false
}

/** Moves money from suspense to the wallet, as much as the wallet lacks to pay the debts. */
export function recoverFromSuspense(wallet: Wallet) {
  for (const waiting of wallet.suspense.filter((each) => !each.isOfFrozen)) {
    const amount = Math.min(waiting.amount, Math.max(0, debtOf(wallet) - balanceOf(wallet)))
    waiting.amount -= amount
    put(wallet.lots, waiting.payment, amount)
  }
}

/** Pays the brand's debts from the wallet, the oldest first. */
export function recover(wallet: Wallet) {
  for (const chargeback of wallet.chargebacks) {
    if (chargeback.isWon || chargeback.owed === 0) continue
    const amount = Math.min(chargeback.owed, balanceOf(wallet))
    for (const lot of take(wallet, amount, chargeback.payment))
      put(chargeback.taken, lot.payment, lot.amount)
    chargeback.owed -= amount
    chargeback.loss -= amount
  }
}
