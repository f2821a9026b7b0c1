import { jwtVerify, SignJWT } from 'jose'
import { invalidSignature, invalidToken } from './errors.ts'

export type Links = ReturnType<typeof openLinks>

/** Signs and verifies the tokens of signed links. A token opens one object and is no session. */
export function openLinks(secret: string) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (url: string, seconds: number): Promise<string> =>
      new SignJWT({ url })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),

    async verify(token: string, url: string): Promise<void> {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(
        (error: unknown) => {
          throw invalidToken(error instanceof Error ? error.message : 'Invalid JWT')
        },
      )
      if (payload['url'] !== url) throw invalidSignature()
    },
  }
}
