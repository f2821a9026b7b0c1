import { expect, it } from 'vitest'
import { filesOf } from './delivered-files.ts'

it('shows only what is a file, whatever a delivery carries', () => {
  const file = { path: 'c/i/a.pdf', name: 'a.pdf', type: 'application/pdf', size: 10 }
  expect(filesOf([file, null, 'x', { name: 'no path' }, [file]])).toEqual([file])
  expect(filesOf(null)).toEqual([])
  expect(filesOf({ path: 'x', name: 'y' })).toEqual([])
})
