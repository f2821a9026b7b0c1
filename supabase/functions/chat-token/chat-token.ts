import { StreamChat } from 'stream-chat'
import { Refusal } from '../_shared/errors.ts'

const LIFETIME_SECONDS = 60 * 60

/** A token of the chat service for one profile. It expires, and the client then requests another one. */
export function chatToken(
  key: string | undefined,
  secret: string | undefined,
  profileId: string,
  now = new Date(),
) {
  if (!key || !secret) throw new Refusal(503, 'chat_not_configured')
  const seconds = Math.floor(now.getTime() / 1000)
  const expires = seconds + LIFETIME_SECONDS
  // The time of issue is set a minute back, because the service refuses a token that is issued in its future.
  const token = new StreamChat(key, secret).createToken(profileId, expires, seconds - 60)
  return {
    apiKey: key,
    token,
    userId: profileId,
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}
