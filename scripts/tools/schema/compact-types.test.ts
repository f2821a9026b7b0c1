import { expect, test } from 'vitest'
import { compactTypes } from './compact-types.ts'

const CODE = `export type Database = {
  public: {
    Tables: {
      notes: {
        Row: {
          id: string
          body: string
        }
        ComputedFields: never
        Insert: {
          id?: string
          body: string
          hash?: never
        }
        Update: {
          id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notes_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
    }
    Functions: {
      add_note: {
        Args: { body: string }
        Returns: {
          id: string
          body: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'notes'
          isOneToOne: false
          isSetofReturn: true
        }
      }
    }
  }
}

type DatabaseWithoutInternals = never`

test('the type of a row is written once, and types of new rows and functions refer to it', () => {
  const short = compactTypes(CODE, ['notes'], [])
  expect(short).toMatch(/ {6}notes: Table<\{\n[^}]*\}, 'body', 'hash'>/)
  expect(short).toContain(`      add_note: ManyRows<'notes', { body: string }>`)
  expect(short.match(/body: string$/gm)).toHaveLength(1)
})

test('a table that clients may not write has no type for new rows', () => {
  expect(compactTypes(CODE, [], [])).toMatch(/ {6}notes: Read<\{\n[^}]*\}>/)
})

test('foreign keys are kept only if a query of the client follows them', () => {
  expect(compactTypes(CODE, ['notes'], [])).not.toContain('foreignKeyName')
  const embedded = compactTypes(CODE.replace('notes: {', 'campaign_invitations: {'), [], [])
  expect(embedded).toMatch(/Read<\{\n[^}]*\}, never, \[\s+\{\s+foreignKeyName: [^]*\}\s*,\s+\]>/)
})

test('a function that no client may call, or that is a field of rows, keeps only its name', () => {
  expect(compactTypes(CODE, [], ['add_note'])).toContain('      add_note: Closed\n')
  const row = "{ note: Omit<Tables['notes']['Row'], Tables['notes']['ComputedFields']> }"
  const field = CODE.replace('Args: { body: string }', `Args: ${row}`)
  expect(compactTypes(field, [], [])).toContain('      add_note: Closed\n')
})

test('a function that returns rows of a table with computed fields refers to the row type', () => {
  const computed = CODE.replace('ComputedFields: never', `ComputedFields: 'hash'`).replace(
    '          body: string\n        }\n',
    '          body: string\n          hash: string\n        }\n',
  )
  expect(compactTypes(computed, ['notes'], [])).toContain(`      add_note: ManyRows<'notes', `)
})

test('a function that returns a composite type refers to it', () => {
  const composite = CODE.replace(
    /Returns: \{[^}]*\}\[\]/,
    "Returns: Database['public']['CompositeTypes']['note'][]",
  ).replace("to: 'notes'", "to: 'note'")
  expect(compactTypes(composite, [], [])).toContain(`add_note: ManyRows<'note', { body: string }>`)
})

test('a function that returns other columns than the table keeps them', () => {
  expect(
    compactTypes(CODE.replace('          body: string\n        }[]', '        }[]'), [], []),
  ).toContain('Returns: {\n          id: string\n        }[]')
})

test('the type of a function that returns one value is on one line', () => {
  const returning = CODE.replace(
    /Returns: \{[^}]*\}\[\]\n {8}SetofOptions: \{[^}]*\}/,
    'Returns: string',
  )
  expect(compactTypes(returning, [], [])).toContain(
    'add_note: { Args: { body: string }; Returns: string }',
  )
})
