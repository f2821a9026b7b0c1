import { withClient } from 'local-supabase/database.ts'
import {
  createPublicClient,
  domainSeparator,
  formatEther,
  http,
  isAddress,
  parseAbi,
  zeroAddress,
  type Address,
  type PublicClient,
} from 'viem'
import { check, Off, SETTINGS, type Check, type Finding } from '../check.ts'

// The settings of the edge functions for orders in USDC (docs/usdc.md).

const FACTS = [
  'chainId',
  'chainRpcUrls',
  'chainEscrow',
  'chainCollector',
  'chainToken',
  'chainFeeAddress',
] as const
/** The id of a local chain, which may have only one node. */
const LOCAL_CHAIN = '31337'
const TOKEN = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])
const ESCROW = parseAbi(['function getTokenStore(address operator) view returns (address)'])
/** The gas of about a hundred orders, for which the operator has to have money. */
const GAS = 30_000_000n
const MOST_DRIFT_S = 120
const MOST_BEHIND_S = 1_800
const READ_LOG = 'Read the log of watch-chain; does the clock call it?'
const SEND_LOG = 'Read the log of settle-chain; may the operator lack ETH for gas?'

type Operator = { address: Address; next_nonce: string; is_present: boolean }
type State = { block_number: string; has_open: boolean; operators: Operator[] }
const STATE = `
  select c.block_number, exists (select from public.chain_payments p where p.signed_at is not null and p.closed_at is null) as has_open,
    (select jsonb_agg(jsonb_build_object('address', o.address, 'next_nonce', o.next_nonce::text, 'is_present', o.address = c.operator))
     from private.chain_operators o) as operators
  from private.chain c`
const YOUNG = `
  select from private.chain_transactions t where t.operator = $1 and t.nonce = $2
  having min(t.signed_at) > now() - interval '1 hour'`

const inner = check('chain', [...FACTS, 'databaseUrl'], async (known) => {
  const urls = known.chainRpcUrls.split(/[\s,]+/).filter(Boolean)
  const addresses = [known.chainEscrow, known.chainCollector, known.chainToken] as Address[]
  const named = [
    [SETTINGS.chainEscrow, known.chainEscrow],
    [SETTINGS.chainCollector, known.chainCollector],
    [SETTINGS.chainToken, known.chainToken],
    [SETTINGS.chainFeeAddress, known.chainFeeAddress],
  ] as const
  const malformed = faultsOfAddresses(named)
  if (malformed.length > 0) return malformed
  const { rows } = await withClient(known.databaseUrl, (client) => client.query<State>(STATE))
  const findings = faultsOfSettings(urls, known.chainId === LOCAL_CHAIN ? 1 : 2, [
    ...named,
    ...(rows[0]?.operators ?? []).map(({ address }) => ['the operator', address] as const),
  ])
  for (const url of urls) {
    const node = createPublicClient({ transport: http(url, { timeout: 15_000 }), cacheTime: 0 })
    const found = await faultsOfNode(node, Number(known.chainId), addresses, rows[0])
    findings.push(...found.map((each) => ({ ...each, problem: `${hostOf(url)}: ${each.problem}` })))
  }
  const [node] = urls
  if (findings.length > 0 || !node || !rows[0]) return findings
  const client = createPublicClient({ transport: http(node), cacheTime: 0 })
  const faults = rows[0].operators.map((each) => faultsOfOperator(client, each, known.databaseUrl))
  return (await Promise.all(faults)).flat()
})

/** The check of the chain; a market without orders in USDC skips it without a finding. */
export const chain: Check = {
  ...inner,
  run: async (deployment) => {
    const missing = FACTS.filter((fact) => !deployment[fact])
    const names = missing.map((fact) => SETTINGS[fact]).join(', ')
    if (missing.length === 0) return inner.run(deployment)
    if (missing.length === FACTS.length) throw new Off(`orders in USDC need ${names}`)
    const problem = `not examined without ${names}, while others of its settings are there`
    return [{ problem, advice: 'Set all of them, here and for the functions, or none.' }]
  },
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** Faults of addresses: a wrong checksum shows a typing error; a zero fee address would make each capture fail. */
export function faultsOfAddresses(
  named: readonly (readonly [name: string, address: string])[],
): Finding[] {
  return named
    .filter(([, address]) => !isAddress(address) || address === zeroAddress)
    .map(([name, address]) => ({
      problem: `${name} is no address: ${address}`,
      advice: 'Copy it anew: 0x and 40 hexadecimal digits, not all zero, with its own capitals.',
    }))
}

/** Faults that need no node: settings that must differ are equal, such as the addresses of two nodes. */
export function faultsOfSettings(
  urls: string[],
  leastNodes: number,
  named: (readonly [name: string, address: string])[],
): Finding[] {
  const findings: Finding[] = []
  const hosts = [...new Set(urls.map(hostOf))]
  if (hosts.length < Math.max(urls.length, leastNodes)) {
    const advice =
      'Name two providers in CHAIN_RPC_URLS: each is believed only as far as the other agrees.'
    findings.push({
      problem: `nodes in CHAIN_RPC_URLS: ${urls.length}, at ${hosts.join(', ')} alone`,
      advice,
    })
  }
  const names = Map.groupBy(named, ([, address]) => address.toLowerCase())
  for (const [address, equal] of names) {
    if (equal.length < 2) continue
    const problem = `${equal.map(([name]) => name).join(' and ')} are one address: ${address}`
    findings.push({
      problem,
      advice: 'Give each its own: what one key can do is bounded by the others.',
    })
  }
  return findings
}

async function faultsOfNode(
  node: PublicClient,
  chainId: number,
  addresses: Address[],
  state: State | undefined,
): Promise<Finding[]> {
  const advice = 'Is CHAIN_RPC_URLS right, and does CHAIN_ID name the same chain?'
  const id = await node.getChainId().catch((error: Error) => error.message.split('\n')[0])
  if (id !== chainId) return [{ problem: `is not chain ${chainId}: ${id}`, advice }]
  const findings: Finding[] = []
  for (const address of addresses) {
    if (await node.getCode({ address })) continue
    const advice = 'Take the addresses from the list of the protocol and of Circle, for this chain.'
    findings.push({ problem: `no contract stands at ${address}`, advice })
  }
  const [escrow] = addresses as [Address]
  const isEscrow = await node
    .readContract({ address: escrow, abi: ESCROW, functionName: 'getTokenStore', args: [escrow] })
    .then(() => true)
    .catch(() => false)
  if (!isEscrow) {
    const advice = 'Is it another contract of the protocol, such as that of CHAIN_COLLECTOR?'
    findings.push({ problem: `${escrow} is not the escrow: it has no token store`, advice })
  }
  const token = addresses.at(-1) as Address
  const isToken = await speaksErc3009(node, chainId, token).catch(() => false)
  if (!isToken) {
    const advice = 'Set CHAIN_TOKEN to USDC of this chain: wallets would sign what it refuses.'
    findings.push({ problem: `${token} has not the domain of USDC that wallets sign`, advice })
  }
  const recorded = BigInt(state?.block_number ?? 0)
  const { timestamp: newest } = await node.getBlock()
  const last = state?.has_open
    ? await node.getBlock({ blockNumber: recorded }).catch(() => null)
    : null
  return [...findings, ...faultsOfTimes(Number(newest), last && Number(last.timestamp))]
}

/** Faults of the times of a node's newest block and of the last recorded block, in seconds since 1970. */
export function faultsOfTimes(
  newest: number,
  recorded: number | null,
  now = Date.now() / 1000,
): Finding[] {
  const findings: Finding[] = []
  const drift = Math.round(now - newest)
  if (Math.abs(drift) > MOST_DRIFT_S) {
    const advice = 'The clock of this machine is wrong, or the node does not follow the chain.'
    findings.push({ problem: `the newest block is of ${drift} seconds ago`, advice })
  }
  const behind = recorded === null ? 0 : Math.round(newest - recorded)
  if (behind > MOST_BEHIND_S)
    findings.push({ problem: `what is recorded ends ${behind} seconds earlier`, advice: READ_LOG })
  return findings
}

async function speaksErc3009(node: PublicClient, chainId: number, address: Address) {
  const read = (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR') =>
    node.readContract({ address, abi: TOKEN, functionName })
  const [name, version] = [await read('name'), await read('version')]
  const domain = { name, version, chainId, verifyingContract: address }
  return (await read('DOMAIN_SEPARATOR')) === domainSeparator({ domain })
}

async function faultsOfOperator(
  node: PublicClient,
  { address, next_nonce, is_present }: Operator,
  databaseUrl: string,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const [balance, price] = [await node.getBalance({ address }), await node.getGasPrice()]
  if (is_present && balance < price * GAS) {
    const problem = `the operator ${address} has ${formatEther(balance)} ETH for gas`
    findings.push({ problem, advice: `Send it ${formatEther(price * GAS)} or more.` })
  }
  const mined = await node.getTransactionCount({ address })
  const missing = Number(next_nonce) - mined
  if (missing < 0) {
    const problem = `${-missing} transactions of ${address} are not ours`
    const advice = 'Somebody else uses its key: rotate it (docs/operating.md, "USDC on a chain").'
    return [...findings, { problem, advice }]
  }
  const young = await withClient(databaseUrl, (client) => client.query(YOUNG, [address, mined]))
  if (missing > 0 && young.rowCount === 0)
    findings.push({ problem: `${address} is stuck at number ${mined}`, advice: SEND_LOG })
  return findings
}
