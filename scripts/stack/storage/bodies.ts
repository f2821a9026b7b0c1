import { z } from 'zod'
import { bodyTooLarge, invalidRequest } from './errors.ts'

/** The largest JSON body that Supabase's storage server takes. */
const LARGEST_JSON = 1024 * 1024

/** The body of a request, as JSON. */
export async function json(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > LARGEST_JSON) throw bodyTooLarge()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw invalidRequest('Body is not valid JSON')
  }
}

/** Parses a body by the schema; throws an error that names the faults. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidRequest(z.prettifyError(result.error))
}
