/** Sends a request to the node of a chain; throws an error that it returns. */
export async function callNode(url: string, method: string, params: readonly unknown[] = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: object }
  if (error) throw Object.assign(new Error('The node refused.'), error)
  return result
}
