/** Reads a file of a bucket, chunk by chunk. Throws when Storage lacks the file, which then stays in the queue. */
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
