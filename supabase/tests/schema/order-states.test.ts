// Properties that several states of an order share are in their rows (07_orders/01_machine). A list of
// states in a chapter or in the client would be forgotten when a state is added.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import { ORDER_STATES } from '../../../web/src/domain/vocabulary.generated.ts'

/** Lists that cannot be derived from the rows; those that repeat rows are compared with them by a test. */
const ALLOWED = [
  // The written rule for disputes: after a delivery, the creator has a share.
  "supabase/schemas/08_disputes/03_rulings.sql: ('delivered', 'in_revision')",
  // The moves whose notes are a reason that a side gave.
  "supabase/schemas/08_disputes/03_rulings.sql: ('ruled', 'settled')",
  // Conditions of a trigger and of an index cannot read rows; the list of staff repeats its index.
  "supabase/schemas/08_disputes/03_rulings.sql: ('ruled', 'appealed')",
  "supabase/schemas/07_orders/02_orders.sql: ('disputed', 'awaiting_ruling', 'ruled', 'appealed')",
  "supabase/schemas/15_operation/10_staff_lists.sql: ('disputed', 'awaiting_ruling', 'ruled', 'appealed')",
]

const state = `'(?:${Object.keys(ORDER_STATES).join('|')})'`
const LISTS = new RegExp(`[([]\\s*${state}(?:,\\s*${state})+,?\\s*[)\\]]`, 'g')

const files = ['supabase/schemas/*/*.sql', 'web/src/**/*.{ts,tsx}']
  .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
  .filter((file) => !/07_orders\/01_machine|\.test\.tsx?$|generated/.test(file))

test('no file lists states of orders outside order_statuses, except the lists that this test allows', () => {
  const found = files.flatMap((file) =>
    (readFileSync(join(projectRoot, file), 'utf8').match(LISTS) ?? []).map(
      (list) => `${file}: ${list}`,
    ),
  )
  expect(found.toSorted()).toEqual(ALLOWED.toSorted())
})
