import { signedIn } from '../_shared/signed-in.ts'
import { setting } from '../_shared/environment.ts'
import { endpoint } from '../_shared/serve.ts'
import { chatToken } from './chat-token.ts'

// Issues a token of the chat service for the caller's own profile id.
Deno.serve(
  endpoint('chat-token', async (request) => {
    const { profileId } = await signedIn(request)
    return chatToken(setting('STREAM_API_KEY'), setting('STREAM_API_SECRET'), profileId)
  }),
)
