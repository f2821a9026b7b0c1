import { z } from 'zod'
import { parse } from './bodies.ts'
import type { Caller } from './objects.ts'
import { requireKey, type Services, type Target } from './upload.ts'

/** How long an upload link of Supabase works. */
const UPLOAD_LINK_S = 2 * 60 * 60

export const signBody = z.object({
  expiresIn: z.number().int().positive(),
  paths: z.array(z.string()).optional(),
})

/** The address of a link that opens one object. */
export async function sign(
  { objects, links }: Services,
  caller: Caller,
  { bucket, name }: Target,
  seconds: number,
): Promise<string> {
  await objects.find(caller, bucket, name)
  const url = `${bucket}/${name}`
  return `/object/sign/${url}?token=${await links.sign({ url, scope: 'download' }, seconds)}`
}

export async function signMany(
  services: Services,
  caller: Caller,
  bucket: string,
  body: unknown,
): Promise<Response> {
  const { expiresIn, paths = [] } = parse(signBody, body)
  const error = 'Either the object does not exist or you do not have access to it'
  const signed = paths.map((path) =>
    sign(services, caller, { bucket, name: path }, expiresIn).then(
      (signedURL) => ({ error: null, path, signedURL }),
      () => ({ error, path, signedURL: null }),
    ),
  )
  return Response.json(await Promise.all(signed))
}

export async function signUpload(
  { objects, links }: Services,
  caller: Caller,
  target: Target,
  isUpsert: boolean,
): Promise<Response> {
  const { bucket, name } = target
  requireKey(name)
  const owner = caller.claims.sub
  const row = { bucket_id: bucket, name, version: '1', user_metadata: null, metadata: {} }
  await objects.requireInsert(caller, { ...row, owner: owner ?? null }, isUpsert)
  const url = `${bucket}/${name}`
  const token = await links.sign(
    { url, scope: 'upload', upsert: isUpsert, ...(owner && { owner }) },
    UPLOAD_LINK_S,
  )
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}
