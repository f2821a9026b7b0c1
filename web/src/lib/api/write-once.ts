import { tokenOf } from './errors.ts'

/**
 * Inserts a row under an id that its form made. If an earlier request has stored it (`key` is the primary key's name),
 * it is changed: pressed twice, it is written once, and as it was pressed last.
 */
export async function writeOnce(
  insert: PromiseLike<{ error: unknown }>,
  key: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const { error } = await insert
  if (!error) return
  if (tokenOf(error) !== key) throw error
  await change()
}
