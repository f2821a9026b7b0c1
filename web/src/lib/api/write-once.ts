import { tokenOf } from './errors.ts'

/**
 * Inserts a row with an id that its form made. If an earlier request has stored the row already (`key` is the name of the
 * primary key), the row is updated instead. So a form that is sent twice creates one row, with the last values.
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
