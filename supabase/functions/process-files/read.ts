/** A file of a bucket. One that Storage does not have is a failure: its row waits for a verdict. */
export async function readFile(
  bucketUrl: string,
  name: string,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const response = await fetch(`${bucketUrl}/${path}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  })
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  const answer = await response.text()
  throw new Error(`Storage answered ${response.status}: ${answer.slice(0, 200)}`)
}
