/** A file of a bucket, piece by piece. One that Storage does not have is a failure: its row waits for a verdict. */
export async function readFile(
  bucketUrl: string,
  name: string,
  key: string,
): Promise<AsyncIterable<Uint8Array>> {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const response = await fetch(`${bucketUrl}/${path}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  })
  if (response.ok) return response.body ?? new ReadableStream<Uint8Array>()
  const answer = await response.text()
  throw new Error(`Storage answered ${response.status}: ${answer.slice(0, 200)}`)
}
