/** The beginning of a file of Storage, without the rest of it; null when there is no such file. */
export async function readHead(
  url: string,
  key: string,
  bytes: number,
): Promise<Uint8Array | null> {
  const response = await fetch(url, {
    headers: { apikey: key, authorization: `Bearer ${key}`, range: `bytes=0-${bytes - 1}` },
  })
  if (response.ok && response.body) return await firstOf(response.body, bytes)
  const answer = await response.text()
  // Storage responds with 400 and gives the reason in the body. An empty file has no range.
  if (response.status === 416 || /"statusCode":"416"|InvalidRange/.test(answer))
    return new Uint8Array()
  if (response.status === 404 || /"statusCode":"404"/.test(answer)) return null
  throw new Error(`Storage answered ${response.status}: ${answer.slice(0, 200)}`)
}

async function firstOf(body: ReadableStream<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const head = new Uint8Array(bytes)
  let size = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    const part = chunk.subarray(0, bytes - size)
    head.set(part, size)
    size += part.length
    if (size === bytes) break
  }
  return head.subarray(0, size)
}
