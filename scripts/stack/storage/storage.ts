import type { Claims, Tokens } from '../tokens.ts'

export type Storage = {
  fetch(request: Request, claims: Claims, token: string | null): Promise<Response>
  stop(): Promise<void>
}
export function startStorage(_: { databaseUrl: string; folder: string; tokens: Tokens; sizeLimit: string }): Storage {
  return { fetch: async () => new Response('soon', { status: 501 }), stop: async () => {} }
}
