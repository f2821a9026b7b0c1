/** The known facts about a deployment, from the environment variables. */
export type Deployment = {
  /** URL of the Supabase project. */
  apiUrl: string
  /** URL of the client. */
  siteUrl?: string
  publishableKey?: string
  secretKey?: string
  databaseUrl?: string
  /** The settings of the chain for orders in USDC, equal to those of the edge functions. */
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
  /** Runs the check; returns all findings. Throws `CannotTell` if it could not check. */
  run(deployment: Deployment): Promise<Finding[]>
}

/** Makes a check that is skipped, with a reason, if the deployment lacks a fact that it needs. */
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

/** The environment variable of each fact. */
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
/** Thrown by a check of an optional part that the market does not use. */
export class Off extends Error {}
