import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from './objects.ts'
import { requireKey, type Services } from './upload.ts'

export const relocateBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().optional(), mimetype: z.string().optional() })
    .default({}),
})
type Body = z.output<typeof relocateBody>

/**
 * Like the Storage server, this asks the policies alone: neither the size nor the type that the
 * destination allows is checked, and a new type may be given.
 */
export async function copy(
  { caller, body, isUpsert }: { caller: Caller; body: Body; isUpsert: boolean },
  { objects, files }: Services,
): Promise<Response> {
  const bucket = body.destinationBucket ?? body.bucketId
  const name = body.destinationKey
  requireKey(name)
  const origin = await objects.find(caller, body.bucketId, body.sourceKey)
  const metadata = { ...origin.metadata, ...(body.copyMetadata ? {} : body.metadata) }
  const owner = caller.claims.sub ?? null
  const user_metadata = body.copyMetadata ? origin.user_metadata : null
  const row = { bucket_id: bucket, name, user_metadata, owner, metadata }
  await objects.requireInsert(caller, { ...row, version: '1' }, isUpsert)

  const version = randomUUID()
  await files.copy(origin.version, version)
  const { object, replaced } = await objects.write(caller, { ...row, version })
  if (replaced) await files.remove(replaced)
  return Response.json({ Id: object.id, Key: `${bucket}/${name}`, ...object })
}

export async function move(
  { caller, body }: { caller: Caller; body: Body },
  { objects, files }: Services,
): Promise<Response> {
  const to = { bucket: body.destinationBucket ?? body.bucketId, name: body.destinationKey }
  requireKey(to.name)
  const origin = await objects.find(caller, body.bucketId, body.sourceKey)
  await objects.requireMove(caller, origin, to)
  const version = randomUUID()
  await files.copy(origin.version, version)
  await objects.move(caller, origin, { ...to, version })
  await files.remove(origin.version)
  return Response.json({ message: 'Successfully moved', Id: origin.id, Key: to.name })
}
