import { describe, expect, it } from 'vitest'
import { attachmentPath, attachmentProblem, safeFileName } from './attachments.ts'

describe('what may be attached', () => {
  it('is bounded in size and kind', () => {
    const max = 25 * 1024 * 1024
    expect(attachmentProblem({ size: max, type: 'application/pdf' })).toBeNull()
    expect(attachmentProblem({ size: max + 1, type: 'application/pdf' })).toBe('too_large')
    expect(attachmentProblem({ size: 10, type: 'text/html' })).toBe('type')
    expect(attachmentProblem({ size: 10, type: '' })).toBe('type')
  })
})

describe('the path of a file', () => {
  it('has three parts, whatever the name', () => {
    for (const name of ['a.pdf', '../../x.png', 'ünï çödé.txt', '日本.csv', '', '...', 'a/b c?.md'])
      expect(attachmentPath('conv', 'id', name).split('/')).toHaveLength(3)
  })

  it('keeps a plain name and its ending', () => {
    expect(safeFileName('Brief v2 (final).pdf')).toBe('Brief-v2-final-.pdf')
    expect(safeFileName('../../etc/passwd')).toBe('etc-passwd')
    expect(safeFileName(`${'x'.repeat(300)}.png`).endsWith('.png')).toBe(true)
    expect(safeFileName('日本')).toBe('file')
  })
})
