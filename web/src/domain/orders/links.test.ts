import { expect, it } from 'vitest'
import { linksOf } from './links.ts'

it('takes links by line or space, once each, and names what is no link', () => {
  expect(linksOf(' https://a.example/x\nhttp://b.example https://a.example/x  ')).toEqual({
    links: ['https://a.example/x', 'http://b.example'],
    wrong: [],
  })
  expect(linksOf('a.example javascript:alert(1) https:// https://a.example@b.example')).toEqual({
    links: [],
    wrong: ['a.example', 'javascript:alert(1)', 'https://', 'https://a.example@b.example'],
  })
  expect(linksOf('')).toEqual({ links: [], wrong: [] })
})
