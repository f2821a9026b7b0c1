import { noSuchBucket } from './errors.ts'
import type { Caller, Objects } from './objects.ts'
import type { Operation } from './operations.ts'
import { info, render } from './rendering.ts'
import type { Call } from './storage.ts'
import type { Services, Target } from './upload.ts'

/** The routes without sign-in: public files, and files of signed links. */
export async function openRoute(
  { request, method }: Call,
  first: string,
  target: Target,
  services: Services,
) {
  const { objects, files, links } = services
  const { bucket, name } = target
  const by = (operation: Operation): Caller => ({ claims: { role: 'service_role' }, operation })
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (first === 'public' && method === 'GET') {
    await requirePublic(objects, bucket)
    return render(request, await objects.find(by('storage.object.get_public'), bucket, name), files)
  }
  if (first === 'info' && method === 'GET' && bucket === 'public') {
    const [id = '', ...rest] = name.split('/')
    await requirePublic(objects, id)
    const caller = by('storage.object.info_public')
    return info(await objects.find(caller, id, rest.join('/')))
  }
  if (first === 'sign' && method === 'GET') {
    await links.verify(token, `${bucket}/${name}`)
    return render(request, await objects.find(by('storage.object.get_signed'), bucket, name), files)
  }
  return null
}

async function requirePublic(objects: Objects, bucket: string) {
  const caller: Caller = { claims: { role: 'service_role' }, operation: 'storage.bucket.get' }
  if (!(await objects.bucket(caller, bucket)).public) throw noSuchBucket()
}
