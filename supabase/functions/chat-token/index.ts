import { signedIn } from '../_shared/signed-in.ts'
import { setting } from '../_shared/environment.ts'
import { endpoint } from '../_shared/serve.ts'
import { chatToken } from './chat-token.ts'

// Lets a member into the chat service under the id of its profile, and nobody else's.
Deno.serve(
  endpoint('chat-token', async (request) => {
    const { profileId } = await signedIn(request)
    return chatToken(setting('STREAM_API_KEY'), setting('STREAM_API_SECRET'), profileId)
  }),
)
