import { readFunctionError } from './errors.ts'
import { loadBackend } from './supabase.ts'

/** Calls an edge function; an error that it returns has a translated text. */
export async function callFunction<Answer>(name: string, body: object): Promise<Answer> {
  const { backend } = await loadBackend()
  const { data, error } = await backend.functions.invoke<Answer>(name, { body })
  if (error) throw await readFunctionError(error)
  if (!data) throw new Error(`${name} answered nothing`)
  return data
}
