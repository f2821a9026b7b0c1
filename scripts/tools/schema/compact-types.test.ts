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

test('a row stands once; new rows, links and functions name it', () => {
  const short = compactTypes(CODE)
  expect(short).toContain(`Insert: NewRow<'notes', 'body', 'hash'>`)
  expect(short).toContain(`Update: Partial<Public['Tables']['notes']['Insert']>`)
  expect(short).toContain(`Link<'notes', 'id', 'members', 'id', true>`)
  expect(short).toContain(`Returns: RowOf<'notes'>[]\n        SetofOptions: Rows<'notes'>`)
  expect(short.match(/body: string$/gm)).toHaveLength(1)
})

test('a function that returns a composite type names it', () => {
  const composite = CODE.replace(
    /Returns: \{[^}]*\}\[\]/,
    "Returns: Database['public']['CompositeTypes']['note'][]",
  ).replace("to: 'notes'", "to: 'note'")
  expect(compactTypes(composite)).toContain(
    `Returns: CompositeTypes<'note'>[]\n        SetofOptions: Rows<'note'>`,
  )
})

test('a function that returns other columns than the table keeps them', () => {
  expect(
    compactTypes(CODE.replace('          body: string\n        }[]', '        }[]')),
  ).toContain('Returns: {\n          id: string\n        }[]')
})
