// Web pages for developers with blocks, transfers and escrow events of the local chain, like a block explorer.
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import {
  createPublicClient,
  formatUnits,
  http,
  isAddress,
  isHash,
  parseAbi,
  parseEventLogs,
} from 'viem'
import type { Address, Hash, Log, PublicClient } from 'viem'
import { ESCROW, KINDS, TOKEN } from '../../supabase/functions/_shared/chain/abi.ts'
import { styles } from '../sandbox-pay/styles.ts'
import type { Deployment } from './sandbox-chain.ts'

type Content = ReturnType<typeof html>
type Chain = { deployment: Deployment; node: PublicClient }
type Happening = {
  block: bigint
  tx: Hash
  what: string
  from: Address | undefined
  to: Address | undefined
  amount: bigint
}

const NEWEST_BLOCKS = 20n
const NEWEST_EVENTS = 100
/** The number of latest blocks in which events are searched. */
const READ_BLOCKS = 10_000n
const EVENTS = [
  ...parseAbi(['event Transfer(address indexed from, address indexed to, uint256 amount)']),
  ...ESCROW.filter((each) => each.type === 'event'),
] as const

export function chainPages(running: () => Promise<Deployment>) {
  const open = async (): Promise<Chain> => {
    const deployment = await running()
    const transport = http(deployment.rpcUrl, { retryCount: 0 })
    return { deployment, node: createPublicClient({ transport, cacheTime: 0 }) }
  }
  return new Hono()
    .get('/', async (c) => c.html(await overview(await open())))
    .get('/tx/:hash', async (c) => {
      const hash = c.req.param('hash')
      const body = isHash(hash) && (await transactionPage(await open(), hash).catch(() => null))
      return body ? c.html(body) : c.html(missing('transaction'), 404)
    })
    .get('/address/:address', async (c) => {
      const address = c.req.param('address').toLowerCase()
      return isAddress(address)
        ? c.html(await addressPage(await open(), address))
        : c.html(missing('address'), 404)
    })
}

async function overview(chain: Chain) {
  const head = await chain.node.getBlockNumber()
  const count = Number(head < NEWEST_BLOCKS ? head + 1n : NEWEST_BLOCKS)
  const blocks = await Promise.all(
    Array.from({ length: count }, (_, i) => chain.node.getBlock({ blockNumber: head - BigInt(i) })),
  )
  const rows = blocks.map(
    ({ number, timestamp, transactions }) =>
      html`<tr>
        <td>${number}</td>
        <td>${timeOf(timestamp)}</td>
        <td>${joined(transactions.map((hash) => txLink(hash)))}</td>
      </tr>`,
  )
  const { escrow, token, chainId } = chain.deployment
  return page(
    'Local chain',
    html`<p>Chain ${chainId}. Escrow ${addressLink(escrow)}, USDC ${addressLink(token)}.</p>
      ${eventTable(await happenings(chain))}
      <h2>Newest blocks</h2>
      ${table(['Block', 'Time', 'Transactions'], rows)}`,
  )
}

async function transactionPage(chain: Chain, hash: Hash) {
  const { from, to } = await chain.node.getTransaction({ hash })
  // The receipt is there at once, because the local chain mines each transaction immediately.
  const { blockNumber, status } = await chain.node.getTransactionReceipt({ hash })
  const { timestamp } = await chain.node.getBlock({ blockNumber })
  const events = (await happenings(chain)).filter(({ tx }) => tx === hash)
  return page(
    'Transaction',
    html`<p><code>${hash}</code></p>
      <p>From ${addressLink(from)} to ${addressLink(to)}.</p>
      <p>Block ${blockNumber}, ${timeOf(timestamp)}, ${status}.</p>
      ${eventTable(events)}`,
  )
}

async function addressPage(chain: Chain, address: Address) {
  const { token } = chain.deployment
  const balanceOf = { abi: TOKEN, functionName: 'balanceOf', args: [address] } as const
  const balance = await chain.node.readContract({ address: token, ...balanceOf })
  const events = (await happenings(chain)).filter(
    ({ from, to }) => address === from || address === to,
  )
  return page(
    'Address',
    html`<p><code>${address}</code></p>
      <p>${usdc(balance)} USDC.</p>
      ${eventTable(events)}`,
  )
}

/** Token transfers and events of the escrow, newest first. */
async function happenings({ deployment, node }: Chain): Promise<Happening[]> {
  const head = await node.getBlockNumber()
  const fromBlock = head > READ_BLOCKS ? head - READ_BLOCKS : 0n
  const logs = await node.getLogs({ address: [deployment.token, deployment.escrow], fromBlock })
  const events = parseEventLogs({ abi: EVENTS, logs: logs as Log[] })
  const sides = new Map(
    events.flatMap((each) =>
      each.eventName === 'PaymentAuthorized'
        ? [[each.args.paymentInfoHash, each.args.paymentInfo] as const]
        : [],
    ),
  )
  return events
    .map((each) => {
      const at = {
        block: each.blockNumber ?? 0n,
        tx: each.transactionHash as Hash,
        amount: each.args.amount,
      }
      if (each.eventName === 'Transfer')
        return { ...at, what: 'transfer', from: lower(each.args.from), to: lower(each.args.to) }
      const { payer, receiver } = sides.get(each.args.paymentInfoHash) ?? {}
      const what = KINDS[each.eventName]
      const isForReceiver = what === 'authorize' || what === 'capture'
      return {
        ...at,
        what,
        from: lower(isForReceiver ? payer : receiver),
        to: lower(isForReceiver ? receiver : payer),
      }
    })
    .toReversed()
}

const lower = (address: Address | undefined) => address?.toLowerCase() as Address | undefined

function eventTable(events: Happening[]) {
  const rows = events.slice(0, NEWEST_EVENTS).map(
    ({ block, tx, what, from, to, amount }) =>
      html`<tr>
        <td>${block}</td>
        <td>${txLink(tx, what)}</td>
        <td>${addressLink(from)}</td>
        <td>${addressLink(to)}</td>
        <td>${usdc(amount)}</td>
      </tr>`,
  )
  return html`<h2>Transfers and escrow</h2>
    ${rows.length === 0 ? html`<p>None yet.</p>` : table(['Block', 'What', 'From', 'To', 'USDC'], rows)}`
}

const table = (heads: string[], rows: (Content | Promise<Content>)[]) =>
  html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`

const short = (value: string) => `${value.slice(0, 6)}…${value.slice(-4)}`
const txLink = (hash: Hash, label = short(hash)) => html`<a href="/tx/${hash}">${label}</a>`
const addressLink = (address: Address | null | undefined) =>
  address ? html`<a href="/address/${address}" title="${address}">${short(address)}</a>` : '–'
const joined = (parts: ReturnType<typeof txLink>[]) => parts.map((part) => html`${part} `)
const usdc = (amount: bigint) => formatUnits(amount, 6)
const timeOf = (seconds: bigint) =>
  new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const missing = (what: string) => page('Not found', html`<p>No such ${what} on this chain.</p>`)

const page = (title: string, body: Content | Promise<Content>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kolpact local chain</title>
        <style>
          ${raw(`${styles} body { max-width: 840px } table { display: block; overflow-x: auto } th, td { text-align: left; padding: 2px 16px 2px 0 } code { overflow-wrap: anywhere }`)}
        </style>
      </head>
      <body>
        <p><a href="/">Local chain</a></p>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`
