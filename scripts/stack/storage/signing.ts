import { z } from 'zod'
import { parse } from './bodies.ts'
import type { Caller } from './objects.ts'
import type { Services, Target } from './upload.ts'

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
  return `/object/sign/${url}?token=${await links.sign(url, seconds)}`
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
