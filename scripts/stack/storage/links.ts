import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { invalidSignature, invalidToken } from './errors.ts'

/** Purpose of a signed link; a link of one purpose is refused for the other. */
type Scope = 'download' | 'upload'

const claims = z.object({
  url: z.string(),
  scope: z.enum(['download', 'upload']),
  owner: z.string().optional(),
  upsert: z.boolean().optional(),
})

export type Links = ReturnType<typeof openLinks>

/** Signs and verifies the tokens of signed links. A token opens one object and is no session. */
export function openLinks(secret: string) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (content: z.input<typeof claims>, seconds: number): Promise<string> =>
      new SignJWT(content)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),

    async verify(token: string, scope: Scope, url: string) {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(
        (error: unknown) => {
          throw invalidToken(error instanceof Error ? error.message : 'Invalid JWT')
        },
      )
      const content = claims.safeParse(payload).data
      if (content?.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`)
      if (content.url !== url) throw invalidSignature()
      return content
    },
  }
}
