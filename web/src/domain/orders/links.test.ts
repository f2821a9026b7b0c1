import { expect, it } from 'vitest'
import { linksOf } from './links.ts'

it('linksOf returns each link of a text once, and the words that are no links', () => {
  expect(linksOf(' https://a.example/x\nhttp://b.example https://a.example/x  ')).toEqual({
    links: ['https://a.example/x', 'http://b.example'],
    wrong: [],
  })
  expect(linksOf('javascript:alert(1) https:// https://a.example@b.example a@b.example')).toEqual({
    links: [],
    wrong: ['javascript:alert(1)', 'https://', 'https://a.example@b.example', 'a@b.example'],
  })
  expect(linksOf('a.example/x?y=1 1.5 word.')).toEqual({
    links: ['https://a.example/x?y=1'],
    wrong: ['1.5', 'word.'],
  })
  expect(linksOf('https://kоlpact.com https://a.example\\@b.example').links).toEqual([])
  expect(linksOf('')).toEqual({ links: [], wrong: [] })
})
