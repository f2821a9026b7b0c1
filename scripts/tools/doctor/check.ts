/** A deployment, as far as the environment describes it. */
export type Deployment = {
  /** URL of the Supabase project. */
  apiUrl: string
  /** URL of the client. */
  siteUrl?: string
  publishableKey?: string
  secretKey?: string
  databaseUrl?: string
  /** The chain of orders in USDC, as its functions have it. */
  chainId?: string
  chainRpcUrls?: string
  chainEscrow?: string
  chainCollector?: string
  chainToken?: string
  chainFeeAddress?: string
}

export type Finding = { problem: string; advice: string }
type Fact = Exclude<keyof Deployment, 'apiUrl'>
type Known<Needs extends Fact> = Deployment & Record<Needs, string>

export type Check = {
  name: string
  needs: readonly Fact[]
  /** Everything that is wrong; throws `CannotTell` where it could not look. */
  run(deployment: Deployment): Promise<Finding[]>
}

/** A check that is left out, with its reason, where something that it needs is not given. */
export function check<Needs extends Fact>(
  name: string,
  needs: readonly Needs[],
  look: (known: Known<Needs>) => Promise<Finding[]>,
): Check {
  return {
    name,
    needs,
    run: async (deployment) => {
      const missing = needs.filter((fact) => !deployment[fact])
      if (missing.length > 0) {
        throw new CannotTell(`needs ${missing.map((fact) => SETTINGS[fact]).join(', ')}`)
      }
      return look(deployment as Known<Needs>)
    },
  }
}

/** The settings of the environment that the facts come from. */
export const SETTINGS: Record<Fact, string> = {
  siteUrl: 'SITE_URL',
  publishableKey: 'SUPABASE_PUBLISHABLE_KEY',
  secretKey: 'SUPABASE_SECRET_KEY',
  databaseUrl: 'DATABASE_URL',
  chainId: 'CHAIN_ID',
  chainRpcUrls: 'CHAIN_RPC_URLS',
  chainEscrow: 'CHAIN_ESCROW',
  chainCollector: 'CHAIN_COLLECTOR',
  chainToken: 'CHAIN_TOKEN',
  chainFeeAddress: 'CHAIN_FEE_ADDRESS',
}

export class CannotTell extends Error {}
/** Thrown by a check of something that a market need not have. */
export class Off extends Error {}
